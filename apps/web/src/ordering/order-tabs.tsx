import { Link } from '@tanstack/react-router'
import { useChosenInSight } from '../ui/browser/use-chosen-in-sight.ts'
import { useLocations } from './locations/use-location.ts'
import classes from './order-tabs.module.css'

const tabs = [
  { to: '/order', label: 'What to order' },
  { to: '/order/orders', label: 'Orders' },
  { to: '/order/suppliers', label: 'Suppliers' },
  { to: '/order/transfers', label: 'Transfers' },
  { to: '/order/excess', label: 'Overstock' },
] as const

/** Links the screens about ordering with each other; that of transfers only where there are locations to move stock between. */
export function OrderTabs() {
  const hasLocations = useLocations().length > 0
  const shown = tabs.filter(({ to }) => hasLocations || to !== '/order/transfers')
  const row = useChosenInSight<HTMLElement>(hasLocations)
  return (
    <nav ref={row} className={classes.tabs} aria-label="Order">
      {shown.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          className={classes.tab}
          activeOptions={{ exact: to === '/order', includeSearch: false }}
          activeProps={{ 'aria-current': 'page' }}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
