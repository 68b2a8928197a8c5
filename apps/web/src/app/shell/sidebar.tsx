import {
  IconAdjustmentsHorizontal,
  IconBell,
  IconBox,
  IconChartLine,
  IconLayoutDashboard,
  IconLayoutSidebar,
  IconLogout,
  IconMoon,
  IconSearch,
  IconShoppingCart,
  IconSun,
} from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useSession } from '../../session/use-session.ts'
import { useSignOut } from '../../session/use-sign-out.ts'
import { formatUnits } from '../../ui/format/numbers.ts'
import { Brand, Mark } from '../../ui/mark.tsx'
import { stepWords } from '../../ui/messages/freshness-words.ts'
import { useThemeToggle } from '../../ui/theme/use-theme-toggle.ts'
import { paletteKeys } from '../palette/use-palette.ts'
import classes from './sidebar.module.css'
import { WithTooltip } from './with-tooltip.tsx'

// Its words and schemas are needed by nothing else here.
const DeliveryBadge = lazy(() => import('./delivery-badge.tsx'))
// Most people have one shop.
const ShopSwitcher = lazy(() => import('../../accounts/team/shop-switcher.tsx'))

const entries = [
  { to: '/dashboard', label: 'Dashboard', icon: IconLayoutDashboard },
  { to: '/products', label: 'Products', icon: IconBox },
  { to: '/order', label: 'Order', icon: IconShoppingCart },
  { to: '/alerts', label: 'Alerts', icon: IconBell },
  { to: '/trends', label: 'Trends', icon: IconChartLine },
  { to: '/settings', label: 'Settings', icon: IconAdjustmentsHorizontal },
] as const

/** Screens without an entry, by the one that leads to them. */
const others: Partial<Record<string, RegExp>> = {
  '/products': /^.(bundles|import)/,
  '/settings': /^.reports/,
}

interface SidebarProps {
  isCollapsed: boolean
  onToggle?: () => void
  onNavigate?: () => void
  onSearch?: () => void
}

export function Sidebar({ isCollapsed, onToggle, onNavigate, onSearch }: SidebarProps) {
  const session = useSession()
  const { merchant, unresolvedAlerts, user } = session
  const signOut = useSignOut()
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  return (
    <div className={classes.side} data-collapsed={isCollapsed || undefined}>
      <div className={classes.brand}>{isCollapsed ? <Mark /> : <Brand to="/dashboard" />}</div>
      {!isCollapsed && (
        <div className={classes.shop}>
          <b className={classes.shopName}>{merchant.shopName ?? merchant.shopDomain ?? merchant.email}</b>
          <span className={classes.line}>{stepWords(session)}</span>
          {user.shops.length > 1 && (
            <Suspense>
              <ShopSwitcher />
            </Suspense>
          )}
        </div>
      )}
      {onSearch !== undefined && <SearchEntry isCollapsed={isCollapsed} onSearch={onSearch} />}
      <nav className={classes.nav} aria-label="Main">
        {entries.map(({ to, label, icon: Icon }) => (
          <WithTooltip key={to} label={label} isShown={isCollapsed}>
            <Link
              to={to}
              className={classes.entry}
              aria-current={others[to]?.test(pathname) && 'page'}
              onClick={onNavigate}
              aria-label={isCollapsed ? label : undefined}
            >
              <Icon size={18} stroke={1.75} aria-hidden />
              {!isCollapsed && <span>{label}</span>}
              {to === '/alerts' && (
                <Suspense>
                  <DeliveryBadge />
                </Suspense>
              )}
              {to === '/alerts' && unresolvedAlerts > 0 && (
                <AlertCount count={unresolvedAlerts} isCollapsed={isCollapsed} />
              )}
            </Link>
          </WithTooltip>
        ))}
      </nav>
      <div className={classes.foot}>
        {onToggle !== undefined && (
          <WithTooltip label="Open sidebar" isShown={isCollapsed}>
            <button
              type="button"
              className={classes.entry}
              onClick={onToggle}
              aria-expanded={!isCollapsed}
              aria-keyshortcuts="Control+B Meta+B"
              aria-label={isCollapsed ? 'Open sidebar' : 'Collapse sidebar'}
            >
              <IconLayoutSidebar size={18} stroke={1.75} aria-hidden />
              {!isCollapsed && <span>Collapse</span>}
            </button>
          </WithTooltip>
        )}
        <ThemeToggle isCollapsed={isCollapsed} />
        <WithTooltip label="Sign Out" isShown={isCollapsed}>
          <button type="button" className={classes.entry} onClick={signOut} aria-label="Sign Out">
            <IconLogout size={18} stroke={1.75} aria-hidden />
            {!isCollapsed && <span>Sign Out</span>}
          </button>
        </WithTooltip>
      </div>
    </div>
  )
}

function SearchEntry({ isCollapsed, onSearch }: { isCollapsed: boolean; onSearch: () => void }) {
  return (
    <WithTooltip label={`Search, ${paletteKeys}`} isShown={isCollapsed}>
      <button
        type="button"
        className={`${classes.entry} ${classes.search}`}
        onClick={onSearch}
        aria-label={isCollapsed ? 'Search' : undefined}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
      >
        <IconSearch size={18} stroke={1.75} aria-hidden />
        {!isCollapsed && <span>Search</span>}
        {!isCollapsed && (
          <span className={classes.count} aria-hidden="true">
            {paletteKeys}
          </span>
        )}
      </button>
    </WithTooltip>
  )
}

function AlertCount({ count, isCollapsed }: { count: number; isCollapsed: boolean }) {
  if (isCollapsed) return <span className={classes.dot} aria-hidden="true" />
  return (
    <span className={classes.count}>
      {formatUnits(count)}
      <span className="spoken"> active</span>
    </span>
  )
}

function ThemeToggle({ isCollapsed }: { isCollapsed: boolean }) {
  const { label, isDark, toggle } = useThemeToggle()
  const Icon = isDark ? IconSun : IconMoon
  return (
    <WithTooltip label={label} isShown={isCollapsed}>
      <button type="button" className={classes.entry} onClick={toggle} aria-label={label}>
        <Icon size={18} stroke={1.75} aria-hidden />
        {!isCollapsed && <span>{isDark ? 'Light theme' : 'Dark theme'}</span>}
      </button>
    </WithTooltip>
  )
}
