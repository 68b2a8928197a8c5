import type { Session } from '@stockcast/contract'
import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { hasAccessToken, validAccessToken } from '../api/access-token.ts'
import { isSignedOut } from '../api/api-error.ts'
import { sessionQuery } from '../api/queries.ts'
import { writeAsIn } from '../ui/format/country.ts'

interface GuardContext {
  context: { queryClient: QueryClient }
  location: { href: string }
}

/**
 * Sends anonymous visitors to sign-in and back afterwards. A session marked as stale is read again
 * first.
 */
export async function requireSession({ context, location }: GuardContext): Promise<{ session: Session }> {
  const signInFirst = redirect({ to: '/auth', search: { redirect: location.href } })
  if ((await validAccessToken()) === null) throw signInFirst
  try {
    return { session: await context.queryClient.fetchQuery(sessionQuery()) }
  } catch (error) {
    if (isSignedOut(error)) throw signInFirst
    throw error
  }
}

/**
 * Sends anyone who is signed in on to the app (L-04, A-01). A visitor who never signed in here causes no
 * request, and while the server does not answer the page is shown unchanged. Without a session, numbers and
 * dates use no shop's formats.
 */
export async function skipWhenSignedIn(): Promise<void> {
  const token = hasAccessToken() ? await validAccessToken().catch(() => null) : null
  if (token !== null) throw redirect({ to: '/dashboard' })
  writeAsIn(null)
}

/** Sends a merchant with a store on, unless the store is to be changed (S-01). */
export async function skipWhenConnected(
  guard: GuardContext & { search: { change?: string | undefined } },
): Promise<void> {
  const { session } = await requireSession(guard)
  if (session.user.role !== 'owner') throw redirect({ to: '/dashboard' })
  if (session.merchant.isConnected && guard.search.change === undefined) throw redirect({ to: '/dashboard' })
}

/** Sends demo users to the store screen, where they keep their account before anything is paid. */
export async function keepDemoUserFirst(guard: GuardContext): Promise<void> {
  const { merchant, user } = (await requireSession(guard)).session
  if (user.role !== 'owner') throw redirect({ to: '/dashboard' })
  if (merchant.isDemoUser) throw redirect({ to: '/connect-shopify' })
}

/** Sends merchants who have paid and connected a store on (P-04). */
export async function skipWhenPaidAndConnected(guard: GuardContext): Promise<void> {
  await keepDemoUserFirst(guard)
  const { merchant } = (await requireSession(guard)).session
  if (merchant.subscriptionStatus === 'active' && merchant.isConnected) throw redirect({ to: '/dashboard' })
}
