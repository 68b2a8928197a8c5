import { Button, Paper, Slider, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { WriteButton } from '../../session/read-only/write-button.tsx'
import { addDays, formatDay, formatDayRange } from '../../ui/format/days.ts'
import { formatCount, formatDayCount, formatProbability, formatUnits } from '../../ui/format/numbers.ts'
import type { WhatIf, WhatIfOutcome } from './what-if-outcome.ts'
import classes from './what-if-panel.module.css'

interface WhatIfPanelProps {
  today: string
  asIs: WhatIf
  asked: WhatIf
  outcome: WhatIfOutcome
  change: (next: Partial<WhatIf>) => void
  reset: () => void
  /** Whether it is made of parts, which these questions leave as they are. */
  hasParts: boolean
  /** Keeps the demand as a change of the forecast, in percent; absent if it is already changed. */
  onKeep?: ((percent: number) => void) | undefined
}

const MAX_ORDER_DELAY_DAYS = 21

/** Shows four sliders over the forecast; the outcome appears at once, here and in the stock chart. */
export function WhatIfPanel(props: WhatIfPanelProps) {
  const { today, asIs, asked, outcome, change, reset, hasParts, onKeep } = props
  // A slider that was moved keeps its value, also when a sale changes the recommendation.
  const mostUnits = roundUp(Math.max(20, asIs.orderUnits * 2.5, asked.orderUnits))
  return (
    <Paper component="section" aria-labelledby="what-if" bg="var(--stk-canvas)">
      <Title order={2} id="what-if">
        What if
      </Title>
      <Setting
        label="Demand"
        words={demandWords(asked.demandPercent)}
        range={{ min: -50, max: 100, step: 5 }}
        value={asked.demandPercent}
        onChange={(demandPercent) => change({ demandPercent })}
      />
      <Setting
        label="Restock takes"
        words={formatDayCount(asked.restockDays)}
        range={{ min: 1, max: Math.max(45, asIs.restockDays * 2), step: 1 }}
        value={asked.restockDays}
        onChange={(restockDays) => change({ restockDays })}
      />
      <Setting
        label="Order"
        words={formatCount(asked.orderUnits, 'unit')}
        range={{ min: 0, max: mostUnits, step: Math.max(1, Math.round(mostUnits / 100)) }}
        value={asked.orderUnits}
        onChange={(orderUnits) => change({ orderUnits })}
      />
      <Setting
        label="Order on"
        words={asked.orderInDays === 0 ? 'Today' : formatDay(addDays(today, asked.orderInDays))}
        range={{ min: 0, max: MAX_ORDER_DELAY_DAYS, step: 1 }}
        value={asked.orderInDays}
        onChange={(orderInDays) => change({ orderInDays })}
      />
      <dl className={classes.results} aria-live="polite">
        <Result name="Runs out">{projectionDates(outcome, today)}</Result>
        <Result name="Stockout before arrival">{formatProbability(outcome.beforeArrival)}</Result>
        <Result name="Days without stock">
          {outcome.expectedStockoutDays === 0 ? 'none' : `about ${formatUnits(outcome.expectedStockoutDays)}`}
        </Result>
        <Result name="Lasts until">{lastsWords(asked, outcome, today)}</Result>
      </dl>
      {hasParts && (
        <p className={classes.parts}>
          <a href="#bundle-parts">Its parts</a> keep their plan here
          {onKeep ? ', until you save the demand as a forecast change.' : '.'}
        </p>
      )}
      <Button size="xs" variant="subtle" color="gray" ml={-15} mr={8} onClick={reset}>
        Reset
      </Button>
      {onKeep && asked.demandPercent !== 0 && (
        <WriteButton size="xs" onClick={() => onKeep(asked.demandPercent)}>
          Save as a forecast change
        </WriteButton>
      )}
    </Paper>
  )
}

interface SettingProps {
  label: string
  words: string
  range: { min: number; max: number; step: number }
  value: number
  onChange: (value: number) => void
}

function Setting({ label, words, range, value, onChange }: SettingProps) {
  const id = useId()
  return (
    <div className={classes.setting}>
      <span id={id}>{label}</span>
      <output>{words}</output>
      <Slider
        {...range}
        className={classes.slider}
        value={value}
        onChange={onChange}
        label={null}
        thumbProps={{ 'aria-labelledby': id }}
        thumbValueText={words}
      />
    </div>
  )
}

function Result({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

function demandWords(percent: number): string {
  if (percent === 0) return 'as forecast'
  return percent > 0 ? `${percent}% more` : `${-percent}% less`
}

/** Returns, for example, `Nov 29 to Dec 4`: where stock runs out in 8 of 10 cases without the order. */
export function projectionDates({ projection }: Pick<WhatIfOutcome, 'projection'>, today: string): string {
  switch (projection.kind) {
    case 'out_of_stock':
      return 'now'
    case 'no_demand':
      return 'not expected'
    case 'beyond':
      return projection.low === null
        ? `after ${formatDay(addDays(today, projection.horizonDays))}`
        : `${formatDay(addDays(today, projection.low))} or later`
    case 'days':
      return projection.high === null
        ? `${formatDay(addDays(today, projection.low))} or later`
        : formatDayRange(addDays(today, projection.low), addDays(today, projection.high))
  }
}

function lastsWords(
  { orderUnits }: WhatIf,
  { lastsUntilDay, ordered }: WhatIfOutcome,
  today: string,
): string {
  if (orderUnits === 0) return 'no order'
  if (lastsUntilDay !== null) return formatDay(addDays(today, lastsUntilDay))
  return `after ${formatDay(addDays(today, ordered.at(-1)?.day ?? 0))}`
}

/** Rounds up to two leading digits, so that the slider ends at a round number. */
function roundUp(units: number): number {
  const magnitude = 10 ** Math.max(0, Math.floor(Math.log10(units)) - 1)
  return Math.ceil(units / magnitude) * magnitude
}
