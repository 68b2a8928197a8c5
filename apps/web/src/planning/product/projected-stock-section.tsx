import { SegmentedControl } from '@mantine/core'
import { FORECAST_HORIZONS, type ProductDetail } from '@stockcast/contract'
import { IconChartLine } from '@tabler/icons-react'
import { LazyStockProjection } from '../../charts/lazy-charts.tsx'
import type { StockoutWindow } from '../../charts/projection/projection-marks.tsx'
import { addDays, daysBetween, formatDay } from '../../ui/format/days.ts'
import { sharedTexts } from '../../ui/messages/shared-texts.ts'
import { SectionHeader } from '../../ui/page-header.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Horizon } from './horizon.ts'
import classes from './product.module.css'
import type { useWhatIf } from './use-what-if.ts'
import type { WhatIf, WhatIfOutcome } from './what-if-outcome.ts'
import { projectionDates } from './what-if-panel.tsx'

interface ProjectedStockProps {
  detail: ProductDetail
  whatIf: ReturnType<typeof useWhatIf>
  horizon: Horizon
  onHorizon: (horizon: Horizon) => void
}

/** Draws past and projected stock, with the horizon that both charts share. */
export function ProjectedStock({ detail, whatIf, horizon, onHorizon }: ProjectedStockProps) {
  return (
    <section aria-labelledby="projected-stock">
      <SectionHeader
        id="projected-stock"
        title="Projected stock"
        aside={
          <SegmentedControl
            size="xs"
            aria-label="Horizon"
            value={String(horizon)}
            onChange={(value) => onHorizon(Number(value) as Horizon)}
            data={FORECAST_HORIZONS.map((days) => ({
              value: String(days),
              label: (
                <>
                  {days}
                  <span className={classes.wideOnly}> days</span>
                </>
              ),
            }))}
          />
        }
      />
      {whatIf.outcome ? (
        <Chart {...whatIf} detail={detail} outcome={whatIf.outcome} horizon={horizon} />
      ) : (
        <EmptyState icon={IconChartLine} title="No projection yet" hint={whyNone(detail)} />
      )}
    </section>
  )
}

interface ChartProps {
  detail: ProductDetail
  asked: WhatIf
  outcome: WhatIfOutcome
  hasMoved: boolean
  horizon: Horizon
}

function Chart({ detail, asked, outcome, hasMoved, horizon }: ChartProps) {
  const { today, history, incoming, row } = detail
  const { arrivalDay, bands, futures, ordered } = outcome
  const orderDay = asked.orderInDays === 0 ? 'today' : formatDay(addDays(today, asked.orderInDays))
  return (
    <LazyStockProjection
      today={today}
      history={history}
      bands={bands.slice(0, horizon + 1)}
      futures={futures}
      window={getWindow(outcome)}
      arrivalDay={arrivalDay}
      arrivalText={`An order placed ${orderDay} arrives`}
      incoming={incoming.map(({ day, counted }) => ({
        day: Math.max(0, daysBetween(today, day)),
        units: counted,
      }))}
      ordered={hasMoved || outcome.projection.kind === 'out_of_stock' ? ordered : []}
      finding={`Projected stock of ${row.title}: runs out ${projectionDates(outcome, today)}. An order placed ${orderDay} arrives ${formatDay(addDays(today, arrivalDay))}.`}
    />
  )
}

function getWindow({ projection }: WhatIfOutcome): StockoutWindow | null {
  if (projection.kind === 'days') return { low: projection.low, high: projection.high }
  if (projection.kind === 'beyond' && projection.low !== null) return { low: projection.low, high: null }
  return null
}

function whyNone({ row, forecast }: ProductDetail): string {
  if (!row.isTracked || row.currentStock === null) return sharedTexts.notTracked
  if (forecast === null) return 'It is drawn with the first forecast.'
  if (forecast.basis === 'no_demand') return 'Nothing is expected to sell.'
  return 'It is drawn once there are enough days of sales for a forecast.'
}
