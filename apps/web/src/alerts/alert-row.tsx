import type { Alert } from '@stockcast/contract'
import { WriteButton } from '../session/read-only/write-button.tsx'
import { useSession } from '../session/use-session.ts'
import { Changing } from '../ui/changing.tsx'
import { formatDaysUntilStockout } from '../ui/format/cover.ts'
import { dayOfInstant, formatDay, formatLongInstant } from '../ui/format/days.ts'
import { formatRange } from '../ui/format/numbers.ts'
import { alertTexts } from '../ui/messages/alert-texts.ts'
import { alertTypeLabels } from '../ui/messages/labels.ts'
import { closedWords } from '../ui/messages/stock-words.ts'
import { AlertTypeTag, ResolvedTag } from './alert-tags.tsx'
import classes from './alerts.module.css'

interface AlertRowProps {
  alert: Alert
  /** The title of the alert's product. */
  title: string
  /** Whether an alert above it in the same group has the same recommendation and days. */
  isSaid: boolean
  isResolving: boolean
  onResolve: () => void
}

/**
 * Shows one alert of a product with its recommendation, its days and, while it is open, the button to
 * resolve it.
 */
export function AlertRow({ alert, title, isSaid, isResolving, onResolve }: AlertRowProps) {
  const { timeZone } = useSession().merchant
  return (
    <li className={classes.alert} data-resolved={alert.resolved || undefined}>
      <div className={classes.tags}>
        <AlertTypeTag type={alert.type} />
        {alert.resolved && <ResolvedTag />}
      </div>
      <div>
        {!isSaid && <Sentences alert={alert} timeZone={timeZone} />}
        <p className={classes.time}>
          <time dateTime={alert.triggeredAt}>{formatLongInstant(alert.triggeredAt, timeZone)}</time>
        </p>
      </div>
      {isSaid ? <div /> : <Days alert={alert} />}
      <div className={classes.action}>
        {!alert.resolved && (
          <WriteButton
            size="xs"
            onClick={onResolve}
            loading={isResolving}
            aria-label={`${alertTexts.markResolved}: ${alertTypeLabels[alert.type]} of ${title}`}
          >
            {alertTexts.markResolved}
          </WriteButton>
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

function Days({ alert }: { alert: Alert }) {
  const { daysUntilStockout, daysLow, daysHigh } = alert.meta
  if (daysUntilStockout === null) return <div />
  return (
    <dl className={classes.days}>
      <dt>Days until stockout</dt>
      <dd>
        <Changing value={formatDaysUntilStockout(daysUntilStockout)} />
        {daysLow !== null && daysHigh !== null && daysLow !== daysHigh && (
          <span className={classes.range}> ({formatRange(daysLow, daysHigh)})</span>
        )}
      </dd>
    </dl>
  )
}
