import type { Session } from '@stockcast/contract'
import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { hasAccessToken, validAccessToken } from '../api/access-token.ts'
import { isSignedOut } from '../api/api-error.ts'
import { sessionQuery } from '../api/queries.ts'
import { writeAsIn } from '../format/country.ts'

interface GuardContext {
  context: { queryClient: QueryClient }
  location: { href: string }
}

/** anonymous visitors go to sign-in and come back afterwards. A session marked out of date is read anew first. */
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
 * L-04 and A-01: who is signed in already goes on. A visitor who never signed in here causes no request,
 * and while the server does not answer the page is shown as it is. Without a session numbers and dates are of no shop.
 */
export async function skipWhenSignedIn(): Promise<void> {
  const token = hasAccessToken() ? await validAccessToken().catch(() => null) : null
  if (token !== null) throw redirect({ to: '/dashboard' })
  writeAsIn(null)
}

/** S-01: a merchant with a store has nothing to connect, unless the store is to be changed. */
export async function skipWhenConnected(
  guard: GuardContext & { search: { change?: string | undefined } },
): Promise<void> {
  const { session } = await requireSession(guard)
  if (session.merchant.isConnected && guard.search.change === undefined) throw redirect({ to: '/dashboard' })
}

/** A demo visitor's account is kept before anything is paid; the store screen asks for that. */
export async function keepVisitorFirst(guard: GuardContext): Promise<void> {
  const { merchant } = (await requireSession(guard)).session
  if (merchant.isVisitor) throw redirect({ to: '/connect-shopify' })
}

/** P-04: who has paid and connected a store has nothing to set up. */
export async function skipWhenPaidAndConnected(guard: GuardContext): Promise<void> {
  await keepVisitorFirst(guard)
  const { merchant } = (await requireSession(guard)).session
  if (merchant.subscriptionStatus === 'active' && merchant.isConnected) throw redirect({ to: '/dashboard' })
}
