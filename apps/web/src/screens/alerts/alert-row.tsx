import { Title } from '@mantine/core'
import type { Alert } from '@stockcast/contract'
import { Link } from '@tanstack/react-router'
import { ActMenu } from '../../acts/act-menu.tsx'
import type { ActProduct } from '../../acts/product.ts'
import { WriteButton } from '../../app/write-button.tsx'
import { dayOfInstant, formatDay, formatLongInstant } from '../../format/days.ts'
import { formatCount, formatDaysUntilStockout, formatRange } from '../../format/numbers.ts'
import { alertTexts } from '../../messages/alert-texts.ts'
import { closedWords } from '../../messages/stock-words.ts'
import { useSession } from '../../session/use-session.ts'
import { Changing } from '../../theme/changing.tsx'
import { NeedWords } from '../../theme/need-words.tsx'
import { AlertTypeTag, ResolvedTag } from './alert-tags.tsx'
import classes from './alerts.module.css'

interface AlertRowProps {
  alert: Alert
  isResolving: boolean
  onResolve: () => void
  onOrder: (product: ActProduct) => void
}

/** one alert with what it says, its facts and, while it is open, the way to close it. */
export function AlertRow({ alert, isResolving, onResolve, onOrder }: AlertRowProps) {
  const { merchant, now } = useSession()
  const { timeZone } = merchant
  const title = alert.title ?? alertTexts.unknownProduct
  return (
    <li className={classes.row} data-resolved={alert.resolved || undefined}>
      <div>
        <div className={classes.head}>
          <Title order={2} className={classes.title}>
            <Link
              to="/products/$variantId"
              params={{ variantId: String(alert.variantId) }}
              className={classes.name}
            >
              {title}
            </Link>
          </Title>
          <span className={classes.tags}>
            <AlertTypeTag type={alert.type} />
            {alert.resolved && <ResolvedTag />}
            <NeedWords need={alert.need} today={dayOfInstant(now, timeZone)} />
          </span>
        </div>
        <Sentences alert={alert} timeZone={timeZone} />
        <p className={classes.time}>
          <time dateTime={alert.triggeredAt}>{formatLongInstant(alert.triggeredAt, timeZone)}</time>
        </p>
      </div>
      <Facts alert={alert} />
      <div className={classes.action}>
        {!alert.resolved && (
          <WriteButton
            size="xs"
            onClick={onResolve}
            loading={isResolving}
            aria-label={`${alertTexts.markResolved}: ${title}`}
          >
            {alertTexts.markResolved}
          </WriteButton>
        )}
        {!alert.resolved && alert.title !== null && (
          <ActMenu product={{ ...alert, title: alert.title }} onOrder={onOrder} />
        )}
      </div>
    </li>
  )
}

function Sentences({ alert, timeZone }: { alert: Alert; timeZone: string }) {
  const { recommendation } = alert.meta
  if (!alert.resolved) return recommendation !== null && <p className={classes.sentence}>{recommendation}</p>
  const resolvedOn = alert.resolvedAt === null ? null : formatDay(dayOfInstant(alert.resolvedAt, timeZone))
  return (
    <>
      <p className={classes.sentence}>{closedWords(alert, resolvedOn)}</p>
      {recommendation !== null && <p className={classes.then}>At the time: {recommendation}</p>}
    </>
  )
}

function Facts({ alert }: { alert: Alert }) {
  const { daysUntilStockout, daysLow, daysHigh } = alert.meta
  return (
    <dl className={classes.facts}>
      <dt>SKU</dt>
      <dd>{alert.sku ?? alertTexts.noSku}</dd>
      <dt>Current stock</dt>
      <dd>
        <Changing value={alert.currentStock === null ? '–' : formatCount(alert.currentStock, 'unit')} />
      </dd>
      {daysUntilStockout !== null && (
        <>
          <dt>Days until stockout</dt>
          <dd>
            <Changing value={formatDaysUntilStockout(daysUntilStockout)} />
            {daysLow !== null && daysHigh !== null && daysLow !== daysHigh && (
              <span className={classes.range}> ({formatRange(daysLow, daysHigh)})</span>
            )}
          </dd>
        </>
      )}
    </dl>
  )
}
