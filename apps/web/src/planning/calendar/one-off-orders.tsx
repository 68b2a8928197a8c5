import type { ShopEvent } from '@stockcast/contract'
import { WriteButton } from '../../session/read-only/write-button.tsx'
import { formatDay } from '../../ui/format/days.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import classes from './calendar.module.css'
import { useCalendarChanges } from './use-calendar.ts'

interface LargeDay {
  day: string
  units: number
}

/** Offers to mark days with unusually large sales as one-off orders, unless they are marked already. */
export function OneOffOrders({
  variantId,
  days,
  events,
}: {
  variantId: number
  days: readonly LargeDay[]
  events: readonly ShopEvent[]
}) {
  const { add } = useCalendarChanges()
  const marked = new Set(events.filter(({ kind }) => kind === 'one_off').map(({ from }) => from))
  const open = days.filter(({ day }) => !marked.has(day))
  if (open.length === 0) return null
  return (
    <ul aria-label="Unusually large days">
      {open.map(({ day, units }) => (
        <li key={day} className={classes.event}>
          <div className={classes.words}>
            <p>
              <b>{formatCount(units, 'unit')}</b> on {formatDay(day)}
            </p>
            <p className="quiet">far more than on other days</p>
          </div>
          <WriteButton
            size="xs"
            aria-label={`This order was a one-off: ${formatCount(units, 'unit')} on ${formatDay(day)}`}
            onClick={() => add.mutate({ kind: 'one_off', from: day, to: day, variantIds: [variantId] })}
          >
            This order was a one-off
          </WriteButton>
        </li>
      ))}
    </ul>
  )
}
