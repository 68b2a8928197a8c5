import { Outlet } from '@tanstack/react-router'
import { useLiveEvents } from '../api/use-live-events.ts'

export function SignedInLayout() {
  useLiveEvents()
  return <Outlet />
}
