import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/**
 * Returns whether this server offers the demo. The served page says so in its first tag; the built page
 * does not know.
 */
export function useHasDemo(): boolean {
  return useSyncExternalStore(
    never,
    () => document.documentElement.dataset.demo !== 'off',
    () => true,
  )
}
