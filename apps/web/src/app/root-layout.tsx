import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSessionSync } from '../session/use-session-sync.ts'
import classes from './root-layout.module.css'

export function RootLayout() {
  useSessionSync()
  useRouteFocus()
  return (
    <>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <Outlet />
    </>
  )
}

/** Focuses the heading after a change of page, so that a screen reader says where it is. */
function useRouteFocus(): void {
  const router = useRouter()
  useEffect(() => {
    let stopWaiting: () => void = () => undefined
    const unsubscribe = router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      if (fromLocation === undefined || !pathChanged) return
      stopWaiting()
      stopWaiting = focusTitle()
    })
    return () => {
      unsubscribe()
      stopWaiting()
    }
  }, [router])
}

/** Focuses a title that appears later, unless the person has moved on by then. */
function focusTitle(): () => void {
  const main = document.getElementById('main')
  const target = findTitle() ?? main
  target?.focus({ preventScroll: true })
  const observer = new MutationObserver(() => {
    const title = findTitle()
    const isWaiting = document.activeElement === main || document.activeElement === document.body
    if (title || !isWaiting) observer.disconnect()
    if (isWaiting) title?.focus({ preventScroll: true })
  })
  if (target === main) observer.observe(document.body, { childList: true, subtree: true })
  return () => observer.disconnect()
}

const findTitle = () => document.querySelector<HTMLElement>('[data-page-title]')
