import { ActionIcon } from '@mantine/core'
import { IconMenu2, IconSearch } from '@tabler/icons-react'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { SandboxNotice } from '../../session/sandbox-notice.tsx'
import { Brand } from '../../ui/mark.tsx'
import { usePalette } from '../palette/use-palette.ts'
import { BillingBanner } from './billing-banner.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { StaleBanner } from './stale-banner.tsx'
import { StorageBanner } from './storage-banner.tsx'
import { SyncBanner } from './sync-banner.tsx'
import { useScreensAhead } from './use-screens-ahead.ts'
import { useSidebar } from './use-sidebar.ts'

const MenuDrawer = lazy(() => import('./menu-drawer.tsx').then((m) => ({ default: m.MenuDrawer })))
const PageLinks = lazy(() => import('../../ui/page-links.tsx').then((m) => ({ default: m.PageLinks })))
const Palette = lazy(() => import('../palette/palette.tsx').then((m) => ({ default: m.Palette })))

/** Lays out the data screens: sidebar or top bar, notices, then the screen. */
export function Shell() {
  const sidebar = useSidebar()
  const palette = usePalette()
  useScreensAhead()
  return (
    <div className={classes.app} data-collapsed={!sidebar.isOpen || undefined}>
      {sidebar.isMobile ? (
        <>
          <header className={classes.top}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={44}
              onClick={sidebar.toggle}
              aria-label="Open menu"
              aria-expanded={sidebar.isDrawerOpen}
            >
              <IconMenu2 size={18} stroke={1.75} aria-hidden />
            </ActionIcon>
            <Brand to="/dashboard" />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={44}
              ml="auto"
              onClick={palette.open}
              aria-label="Search"
              aria-haspopup="dialog"
            >
              <IconSearch size={18} stroke={1.75} aria-hidden />
            </ActionIcon>
          </header>
          <Suspense>
            <MenuDrawer isOpen={sidebar.isDrawerOpen} onClose={sidebar.closeDrawer} />
          </Suspense>
        </>
      ) : (
        <aside className={classes.column} aria-label="Sidebar">
          <Sidebar isCollapsed={!sidebar.isOpen} onToggle={sidebar.toggle} onSearch={palette.open} />
        </aside>
      )}
      <main id="main" tabIndex={-1} className={classes.main}>
        <div className={classes.wrap}>
          <StorageBanner />
          <BillingBanner />
          <ConnectionBanner />
          <StaleBanner />
          <SyncBanner />
          <Outlet />
          <SandboxNotice />
          <Suspense>
            <PageLinks />
          </Suspense>
        </div>
      </main>
      {palette.wasOpened && (
        <Suspense>
          <Palette palette={palette} />
        </Suspense>
      )}
    </div>
  )
}
