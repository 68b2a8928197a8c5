import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryKeys } from '../../api/queries.ts'

/** Reloads what a payment page changed, before the guards of the next page decide by it. */
export function useRereadBilling(hasChanged: boolean): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!hasChanged) return
    void queryClient.invalidateQueries({ queryKey: queryKeys.billing })
    void queryClient.invalidateQueries({ queryKey: queryKeys.session })
  }, [hasChanged, queryClient])
}
