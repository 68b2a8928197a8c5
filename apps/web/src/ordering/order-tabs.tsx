import { Link } from '@tanstack/react-router'
import classes from './order-tabs.module.css'

const tabs = [
  { to: '/order', label: 'What to order' },
  { to: '/order/orders', label: 'Orders' },
  { to: '/order/suppliers', label: 'Suppliers' },
  { to: '/order/excess', label: 'Overstock' },
] as const

/** Links the screens about ordering with each other. */
export function OrderTabs() {
  return (
    <nav className={classes.tabs} aria-label="Order">
      {tabs.map(({ to, label }) => (
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
