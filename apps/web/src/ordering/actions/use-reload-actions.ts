import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { keysOf } from '../../api/live-events.ts'
import { keepFocus } from '../../ui/browser/keep-focus.ts'

/** Reloads what an action changes. */
export function useReloadActions(): () => Promise<void> {
  const queryClient = useQueryClient()
  return useCallback(async () => {
    await Promise.all(keysOf.alerts.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    requestAnimationFrame(keepFocus)
  }, [queryClient])
}
