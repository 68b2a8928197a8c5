import { Outlet } from '@tanstack/react-router'
import { useSessionSync } from '../session/use-session-sync.ts'
import classes from './root-layout.module.css'
import { useRouteFocus } from './use-route-focus.ts'

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
