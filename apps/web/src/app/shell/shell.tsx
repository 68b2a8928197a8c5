import { ActionIcon } from '@mantine/core'
import { IconMenu2, IconSearch } from '@tabler/icons-react'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useBanner } from '../../accounts/billing/pick-banner.ts'
import { SandboxNotice } from '../../session/sandbox-notice.tsx'
import { Brand } from '../../ui/mark.tsx'
import { usePalette } from '../palette/use-palette.ts'
import { BillingBanner } from './billing-banner.tsx'
import classes from './shell.module.css'
import { ConnectionBanner, StaleBanner, SyncBanner } from './shop-banners.tsx'
import { Sidebar } from './sidebar.tsx'
import { useScreensAhead } from './use-screens-ahead.ts'
import { useSidebar } from './use-sidebar.ts'

const MenuDrawer = lazy(() => import('./menu-drawer.tsx'))
const PageLinks = lazy(() => import('../../ui/page-links.tsx'))
const StorageBanner = lazy(() => import('./storage-banner.tsx'))
const Palette = lazy(() => import('../palette/palette.tsx'))

/** Lays out the data screens: sidebar or top bar, notices, then the screen. */
export function Shell() {
  const sidebar = useSidebar()
  const palette = usePalette()
  const banner = useBanner()
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
          <BillingBanner />
          {banner === 'storage' && (
            <Suspense>
              <StorageBanner />
            </Suspense>
          )}
          {banner === 'connection' && <ConnectionBanner />}
          {banner === 'stale' && <StaleBanner />}
          {banner === 'sync' && <SyncBanner />}
          <Outlet />
          <SandboxNotice />
        </div>
        <footer>
          <Suspense>
            <PageLinks />
          </Suspense>
        </footer>
      </main>
      {palette.wasOpened && (
        <Suspense>
          <Palette palette={palette} />
        </Suspense>
      )}
    </div>
  )
}
