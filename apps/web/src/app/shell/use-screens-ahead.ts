import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { savesData } from '../../api/saves-data.ts'

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

/**
 * Loads the code of the other screens while nothing on the page moves, so that nobody waits for it later and no frame is
 * delayed.
 */
export function useScreensAhead(): void {
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
