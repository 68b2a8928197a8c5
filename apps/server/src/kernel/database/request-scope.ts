import { AsyncLocalStorage } from 'node:async_hooks'

/** What the database needs to know of the request for which it works. Jobs have none. */
export interface RequestScope {
  /** Whether a person waits for a page, so that reading must end after seconds. */
  isPage: boolean
  /** Whether it may change something, and wait for a lock to do so. */
  isChange: boolean
  /** Whether it is a demo user's, who costs one click. */
  isDemoUser: boolean
  /** Who is signed in; null before that is known. */
  userId: string | null
}

const current = new AsyncLocalStorage<RequestScope>()

export function asRequest<T>(scope: Omit<RequestScope, 'isDemoUser' | 'userId'>, work: () => T): T {
  return current.run({ ...scope, isDemoUser: false, userId: null }, work)
}

export function currentRequest(): RequestScope | undefined {
  return current.getStore()
}

/** Counts the rest of the current request as a demo user's. */
export function noteDemoUser(): void {
  const scope = current.getStore()
  if (scope) scope.isDemoUser = true
}

export function noteUser(userId: string): void {
  const scope = current.getStore()
  if (scope) scope.userId = userId
}

/** Returns the person who made this request; null in jobs. */
export function actingUser(): string | null {
  return current.getStore()?.userId ?? null
}
