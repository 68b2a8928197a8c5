import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import {
  hasShopChanged,
  onSessionEnd,
  renewAccessToken,
  renewalDueIn,
  TOKEN_STORAGE_KEY,
} from '../api/access-token.ts'

const RETRY_MS = 30_000

/** Renews the token before it ends, and follows sign-ins and sign-outs elsewhere. */
export function useSessionSync(): void {
  useRenewal()
  useSessionEnd()
  useOtherTabs()
}

/** Leads to sign-in, and back afterwards, when the server ended the session. */
function useSessionEnd(): void {
  const router = useRouter()
  useEffect(() => onSessionEnd(() => void router.invalidate()), [router])
}

function useRenewal(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const schedule = (atLeastMs = 0) => {
      clearTimeout(timer)
      const due = renewalDueIn()
      if (due === null) return
      timer = setTimeout(
        () => {
          renewAccessToken()
            .catch(() => null)
            .finally(() => schedule(RETRY_MS))
        },
        Math.max(due, atLeastMs),
      )
    }
    const onStorage = (event: StorageEvent) => {
      if (event.key === TOKEN_STORAGE_KEY) schedule()
    }
    schedule()
    window.addEventListener('storage', onStorage)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('storage', onStorage)
    }
  }, [])
}

function useOtherTabs(): void {
  const router = useRouter()
  const queryClient = useQueryClient()
  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === TOKEN_STORAGE_KEY && hasShopChanged()) return window.location.assign('/dashboard')
      const isOurs = event.key === TOKEN_STORAGE_KEY || event.key === null
      const wasSignedIn = event.oldValue !== null
      const isSignedIn = event.key !== null && event.newValue !== null
      if (!isOurs || (event.key !== null && wasSignedIn === isSignedIn)) return
      // The guards decide again: to /auth after a sign-out, to /dashboard after a sign-in.
      void router.invalidate().then(() => {
        if (!isSignedIn) queryClient.clear()
      })
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [router, queryClient])
}
