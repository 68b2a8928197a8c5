import {
  IconAdjustmentsHorizontal,
  IconBell,
  IconBox,
  IconChartLine,
  IconLayoutDashboard,
  IconLayoutSidebar,
  IconLogout,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatUnits } from '../../format/numbers.ts'
import { useSession } from '../../session/use-session.ts'
import { useSignOut } from '../../session/use-sign-out.ts'
import { Brand, Mark } from '../../theme/mark.tsx'
import { Freshness } from './freshness.tsx'
import classes from './sidebar.module.css'
import { ThemeToggle } from './theme-toggle.tsx'
import { WithTooltip } from './with-tooltip.tsx'

const entries = [
  { to: '/dashboard', label: 'Dashboard', icon: IconLayoutDashboard },
  { to: '/products', label: 'Products', icon: IconBox },
  { to: '/alerts', label: 'Alerts', icon: IconBell },
  { to: '/trends', label: 'Trends', icon: IconChartLine },
  { to: '/settings', label: 'Settings', icon: IconAdjustmentsHorizontal },
] as const

interface SidebarProps {
  isCollapsed: boolean
  onToggle?: () => void
  onNavigate?: () => void
}

export function Sidebar({ isCollapsed, onToggle, onNavigate }: SidebarProps) {
  const { merchant, unresolvedAlerts } = useSession()
  const signOut = useSignOut()
  return (
    <div className={classes.side} data-collapsed={isCollapsed || undefined}>
      <div className={classes.brand}>{isCollapsed ? <Mark /> : <Brand to="/dashboard" />}</div>
      {!isCollapsed && (
        <div className={classes.shop}>
          <b className={classes.shopName}>{merchant.shopName ?? merchant.shopDomain ?? merchant.email}</b>
          <Freshness />
        </div>
      )}
      <nav className={classes.nav} aria-label="Main">
        {entries.map(({ to, label, icon: Icon }) => (
          <WithTooltip key={to} label={label} isShown={isCollapsed}>
            <Link
              to={to}
              className={classes.entry}
              activeProps={{ 'aria-current': 'page' }}
              onClick={() => onNavigate?.()}
              {...(isCollapsed ? { 'aria-label': label } : {})}
            >
              <Icon size={18} stroke={1.75} aria-hidden />
              {!isCollapsed && <span>{label}</span>}
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
          <button
            type="button"
            className={classes.entry}
            onClick={() => void signOut()}
            aria-label="Sign Out"
          >
            <IconLogout size={18} stroke={1.75} aria-hidden />
            {!isCollapsed && <span>Sign Out</span>}
          </button>
        </WithTooltip>
      </div>
    </div>
  )
}

function AlertCount({ count, isCollapsed }: { count: number; isCollapsed: boolean }) {
  if (isCollapsed) return <span className={classes.dot} aria-hidden="true" />
  return (
    <span className={classes.count}>
      {formatUnits(count)}
      <span className={classes.spoken}> active</span>
    </span>
  )
}
