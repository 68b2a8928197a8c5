import { ActionIcon } from '@mantine/core'
import { IconDatabaseExclamation, IconMenu2, IconPlugConnectedX, IconSearch } from '@tabler/icons-react'
import { Outlet, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useBanner } from '../../accounts/billing/pick-banner.ts'
import { savesData } from '../../api/saves-data.ts'
import { SandboxNotice } from '../../session/sandbox-notice.tsx'
import { useSession } from '../../session/use-session.ts'
import { Banner } from '../../ui/banner.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Brand } from '../../ui/mark.tsx'
import { lostConnectionWords, lostStoreStep } from '../../ui/messages/connection-words.ts'
import { usePalette } from '../palette/use-palette.ts'
import { BillingBanner } from './billing-banner.tsx'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { StaleBanner, SyncBanner } from './sync-banner.tsx'
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

/** By then the first screen has what it needs. */
const AFTER_MS = 3_000
/** Between the frames of a scroll or an animation the browser is idle for less than this. */
const REST_MS = 20
const screens = [
  '/dashboard',
  '/products',
  '/products/$variantId',
  '/order',
  '/alerts',
  '/trends',
  '/settings',
] as const

/** Loads the code of the other screens while nothing moves, so that nobody waits for it and no frame is late. */
function useScreensAhead(): void {
  const router = useRouter()
  useEffect(() => {
    if (savesData() || typeof requestIdleCallback === 'undefined') return
    let idle: number | undefined
    const load = (deadline: IdleDeadline) => {
      if (deadline.timeRemaining() < REST_MS) return wait()
      for (const path of screens) router.loadRouteChunk(router.routesByPath[path])?.catch(() => undefined)
    }
    const wait = () => {
      idle = requestIdleCallback(load)
    }
    const timer = setTimeout(wait, AFTER_MS)
    return () => {
      clearTimeout(timer)
      if (idle !== undefined) cancelIdleCallback(idle)
    }
  }, [router])
}

/** Says that the server's disk is nearly full; imports and syncs wait until there is space. */
function StorageBanner() {
  if (useBanner() !== 'storage') return null
  return (
    <Banner
      tone="warning"
      icon={<IconDatabaseExclamation size={18} stroke={1.75} aria-hidden />}
      title="Imports and syncs are paused"
    >
      Our storage is nearly full. What you have saved is safe, and this resumes by itself once there is space.
    </Banner>
  )
}

/** Says that the store withdrew access or removed the app, which data remains, and how to reconnect. */
function ConnectionBanner() {
  const session = useSession()
  if (useBanner() !== 'connection') return null
  const step = lostStoreStep(session)
  if (step === null) return null
  const isRemoved = session.connection?.status === 'disconnected'
  return (
    <Banner
      tone="warning"
      icon={<IconPlugConnectedX size={18} stroke={1.75} aria-hidden />}
      title={isRemoved ? 'Store disconnected' : 'Reconnect your store'}
      action={
        <ButtonLink size="xs" to="/connect-shopify" search={step.search}>
          {step.action}
        </ButtonLink>
      }
    >
      {lostConnectionWords(session)}
    </Banner>
  )
}
