import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/**
 * Returns whether this server offers the demo. The server marks it on the `html` element; the
 * built page does not know.
 */
export function useHasDemo(): boolean {
  return useSyncExternalStore(
    never,
    () => document.documentElement.dataset.demo !== 'off',
    () => true,
  )
}
