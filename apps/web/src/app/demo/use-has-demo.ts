import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Whether this server lets anybody try the demo. It says so in the page's first tag; the page as built does not know. */
export function useHasDemo(): boolean {
  return useSyncExternalStore(
    never,
    () => document.documentElement.dataset.demo !== 'off',
    () => true,
  )
}
