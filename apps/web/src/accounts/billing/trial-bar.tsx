import { Box } from '@mantine/core'
import { type Billing, PRO_PRICE_CENTS, PRO_PRICE_CURRENCY, TRIAL_DAYS } from '@stockcast/contract'
import { useSession } from '../../session/use-session.ts'
import { addDays, dayOfInstant, formatDay } from '../../ui/format/days.ts'
import { formatDayCount, formatPrice } from '../../ui/format/numbers.ts'
import classes from './billing.module.css'

/** Shows the days of a trial: past ones, and those left. */
export function TrialBar({ billing }: { billing: Billing }) {
  const { now, merchant } = useSession()
  const { status, trialEndsAt, daysRemaining, signedUpAt, hasPaymentMethod } = billing
  if (status !== 'trial' || trialEndsAt === null || daysRemaining === null) return null
  const left = Math.min(daysRemaining, TRIAL_DAYS)
  const end = dayOfInstant(trialEndsAt, merchant.timeZone)
  const today = dayOfInstant(now, merchant.timeZone)
  const begin = beginWords(addDays(end, -TRIAL_DAYS), dayOfInstant(signedUpAt, merchant.timeZone))
  return (
    <Box mt={22}>
      <DayBar over={TRIAL_DAYS - left} left={left} />
      <div
        className={classes.days}
        data-aligned={hasRoom(left) || undefined}
        style={{ '--over': `${((TRIAL_DAYS - left) / TRIAL_DAYS) * 100}%` }}
      >
        {left < TRIAL_DAYS && <Day day={formatDay(addDays(end, -TRIAL_DAYS))} note={begin} place="start" />}
        <Day day={formatDay(today)} note={`Today, ${formatDayCount(daysRemaining)} remaining`} place="now" />
        <Day
          day={formatDay(end)}
          note={
            hasPaymentMethod
              ? `First charge, ${formatPrice(PRO_PRICE_CENTS, PRO_PRICE_CURRENCY)}`
              : 'Trial ends'
          }
          place="end"
        />
      </div>
    </Box>
  )
}

/** Returns what happened on the first day of the bar; it is before the sign-up if another account began the trial. */
function beginWords(day: string, signedUpOn: string): string {
  if (day === signedUpOn) return 'Sign-up'
  return day > signedUpOn ? 'Extended' : 'Trial began'
}

/** Returns whether today's label fits below today's block, between those of the two ends. */
function hasRoom(left: number): boolean {
  return left > TRIAL_DAYS / 3 && left < TRIAL_DAYS - 2
}

function Day({ day, note, place }: { day: string; note: string; place: string }) {
  return (
    <p data-place={place}>
      <b>{day}</b>
      <span>{note}</span>
    </p>
  )
}

/** Draws one block a day: past days, days left, and the offered days. The words beside it say the same. */
export function DayBar({ over, left, offered = 0 }: { over: number; left: number; offered?: number }) {
  const kinds = [
    ...Array.from({ length: over }, () => 'over'),
    ...Array.from({ length: left }, () => 'left'),
    ...Array.from({ length: offered }, () => 'offered'),
  ]
  const days = kinds.map((kind, day) => ({ kind, day }))
  return (
    <div className={classes.bar} aria-hidden="true">
      {days.map(({ kind, day }) => (
        <i key={day} data-day={kind} />
      ))}
    </div>
  )
}
