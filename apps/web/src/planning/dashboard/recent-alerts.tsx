import type { Alert } from '@stockcast/contract'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { AlertTypeTag } from '../../alerts/alert-tags.tsx'
import { groupByProduct } from '../../alerts/group-alerts.ts'
import { useSession } from '../../session/use-session.ts'
import { formatTimeOrDay } from '../../ui/format/days.ts'
import { skuOfLongName } from '../../ui/format/long-name.ts'
import { alertTexts } from '../../ui/messages/alert-texts.ts'
import { SectionHeader } from '../../ui/page-header.tsx'
import { EmptyState } from '../../ui/states.tsx'
import classes from './recent-alerts.module.css'

// Shown until it is answered.
const AlertOffer = lazy(() => import('../../ordering/actions/alert-offer.tsx'))

interface RecentAlertsProps {
  alerts: readonly Alert[]
  /** Shown when there are no alerts, until it is known that all is well. */
  notKnown?: ReactNode
}

/** Lists the most recent unresolved alerts (D-05). */
export default function RecentAlerts({ alerts, notKnown }: RecentAlertsProps) {
  return (
    <section aria-labelledby="recent-alerts">
      <SectionHeader
        id="recent-alerts"
        title="Recent Alerts"
        aside={
          <span>
            <Link to="/alerts/scorecard" className="textLink">
              Scorecard
            </Link>
            {' · '}
            <Link to="/alerts" className="textLink">
              All alerts
            </Link>
          </span>
        }
      />
      {alerts.length === 0 ? (
        (notKnown ?? <EmptyState icon={IconCircleCheck} title={alertTexts.allGood} />)
      ) : (
        <>
          <Suspense>
            <AlertOffer />
          </Suspense>
          <ul className={classes.list}>
            {groupByProduct(alerts).map((product) => (
              <RecentProduct key={product.variantId} alerts={product.alerts} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** Shows a product with its recent alerts, at least one; the time of the first is beside the name. */
function RecentProduct({ alerts }: { alerts: readonly Alert[] }) {
  const { merchant, now } = useSession()
  const alert = alerts[0]!
  const recommendations = new Set(alerts.map(({ meta }) => meta.recommendation))
  return (
    <li>
      <div className={classes.head}>
        <Link
          to="/products/$variantId"
          params={{ variantId: String(alert.variantId) }}
          className={classes.name}
        >
          {alert.title ?? alertTexts.unknownProduct}
        </Link>
        <time dateTime={alert.triggeredAt} className={classes.time}>
          {formatTimeOrDay(alert.triggeredAt, now, merchant.timeZone)}
        </time>
      </div>
      <span className={classes.sku}>{skuOfLongName(alert)}</span>
      {[...recommendations].map((words) => words !== null && <p key={words}>{words}</p>)}
      <div className={classes.tags}>
        {alerts.map(({ id, type }) => (
          <AlertTypeTag key={id} type={type} />
        ))}
      </div>
    </li>
  )
}
