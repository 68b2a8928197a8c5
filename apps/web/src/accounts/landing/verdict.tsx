import { addDays, formatDay } from '../../ui/format/days.ts'
import classes from './landing.module.css'
import { daysUntilOrder, FUTURES, futuresBeforeArrival, orderQuantity, sample } from './sample-store.ts'

/** Sums up the chart above in one sentence, for the chosen lead time. */
export function Verdict({ leadTimeDays }: { leadTimeDays: number }) {
  const wait = daysUntilOrder(leadTimeDays)
  const when = wait === 0 ? 'today' : `by ${formatDay(addDays(sample.today, wait))}`
  return (
    <section className={classes.verdict} aria-label="In one line">
      <p>
        In {futuresBeforeArrival(leadTimeDays)} of {FUTURES} futures it runs out before a new order could
        arrive.{' '}
        <span>
          So we don’t send you a chart. We send one line:{' '}
          <em>
            order {orderQuantity(leadTimeDays)} {when}.
          </em>
        </span>
      </p>
    </section>
  )
}
