import { formatTimeOrDay } from '../../format/days.ts'
import { useSession } from '../../session/use-session.ts'
import classes from './freshness.module.css'

/** As of when the stock on every screen is. */
export function Freshness() {
  const { merchant, freshness, now } = useSession()
  return <span className={classes.line}>{sentence()}</span>

  function sentence(): string {
    if (!merchant.isConnected) return merchant.isDemo ? 'Demo data' : 'No store connected'
    if (freshness.stockAsOf === null) return 'Reading your store'
    const asOf = formatTimeOrDay(freshness.stockAsOf, now, merchant.timeZone)
    return freshness.isStale ? `Data from ${asOf}` : `In step with Shopify, ${asOf}`
  }
}
