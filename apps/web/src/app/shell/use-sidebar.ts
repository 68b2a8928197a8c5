import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { MOBILE_BREAKPOINT_PX, SIDEBAR_COOKIE, SIDEBAR_COOKIE_DAYS } from '@stockcast/contract'
import { useCallback, useState } from 'react'

const SECONDS_PER_DAY = 86_400

function readCookie(): boolean {
  return !document.cookie.split('; ').includes(`${SIDEBAR_COOKIE}=false`)
}

function writeCookie(isOpen: boolean): void {
  const maxAge = SIDEBAR_COOKIE_DAYS * SECONDS_PER_DAY
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser
  document.cookie = `${SIDEBAR_COOKIE}=${isOpen}; path=/; max-age=${maxAge}; samesite=lax`
}

export interface Sidebar {
  isMobile: boolean
  /** On wide screens: full, or collapsed to icons. */
  isOpen: boolean
  /** On phones: the drawer over the page. */
  isDrawerOpen: boolean
  toggle: () => void
  closeDrawer: () => void
}

/**
 * Returns the state of the sidebar (D-01): toggled with Ctrl/Cmd+b, kept in a cookie for 7 days, a drawer
 * below 768 px.
 */
export function useSidebar(): Sidebar {
  const isMobile = useMediaQuery(`(max-width: ${MOBILE_BREAKPOINT_PX - 1}px)`, false, {
    getInitialValueInEffect: false,
  })
  const [isOpen, setOpen] = useState(readCookie)
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const toggle = useCallback(() => {
    if (isMobile) {
      setDrawerOpen((wasOpen) => !wasOpen)
      return
    }
    writeCookie(!isOpen)
    setOpen(!isOpen)
  }, [isMobile, isOpen])
  useHotkeys([['mod+b', toggle]], [])
  const closeDrawer = useCallback(() => setDrawerOpen(false), [])
  return { isMobile, isOpen, isDrawerOpen: isMobile && isDrawerOpen, toggle, closeDrawer }
}
