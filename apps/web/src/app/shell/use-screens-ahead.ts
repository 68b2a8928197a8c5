import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { savesData } from '../../api/saves-data.ts'

/** By then the first screen has what it needs. */
const AFTER_MS = 3_000
const screens = [
  '/dashboard',
  '/products',
  '/products/$variantId',
  '/order',
  '/alerts',
  '/trends',
  '/settings',
] as const

/** Loads the code of the other screens while the browser is idle, so that nobody waits for it. */
export function useScreensAhead(): void {
  const router = useRouter()
  useEffect(() => {
    if (savesData() || typeof requestIdleCallback === 'undefined') return
    let idle: number | undefined
    const load = () => {
      for (const path of screens) router.loadRouteChunk(router.routesByPath[path])?.catch(() => undefined)
    }
    const timer = setTimeout(() => {
      idle = requestIdleCallback(load)
    }, AFTER_MS)
    return () => {
      clearTimeout(timer)
      if (idle !== undefined) cancelIdleCallback(idle)
    }
  }, [router])
}
