import { AUTH_PATH } from '@stockcast/contract'
import { z } from 'zod'
import { noAnswer, parseJson, sendOnce } from './http.ts'

export const TOKEN_STORAGE_KEY = 'stockcast.session'
/** The token is renewed this long before it ends, so that no call carries an expired token. */
const RENEW_BEFORE_MS = 60_000
const DEADLINE_MS = 15_000
const DEFAULT_LIFETIME_S = 15 * 60

const storedSchema = z.object({ token: z.string(), expiresAt: z.number() })
type Stored = z.infer<typeof storedSchema>
const answerSchema = z.object({ token: z.string() })
const claimsSchema = z.object({ iat: z.number(), exp: z.number(), mid: z.number().optional() })

/** Returns the stored token. Only this short-lived one is in local storage; an httpOnly cookie renews it. All tabs share it. */
function readStored(): Stored | null {
  // A prerendered page is for everybody and has no session.
  if (typeof localStorage === 'undefined') return null
  const parsed = storedSchema.safeParse(parseJson(localStorage.getItem(TOKEN_STORAGE_KEY) ?? ''))
  return parsed.success ? parsed.data : null
}

export function hasAccessToken(): boolean {
  return readStored() !== null
}

/** Returns the milliseconds until the token should be renewed; null without one. */
export function renewalDueIn(): number | null {
  const stored = readStored()
  return stored === null ? null : Math.max(0, stored.expiresAt - RENEW_BEFORE_MS - Date.now())
}

/** Returns a valid token, renewed first when it is about to end; null when signed out. */
export async function validAccessToken(): Promise<string | null> {
  const stored = readStored()
  if (stored !== null && stored.expiresAt - RENEW_BEFORE_MS > Date.now()) return stored.token
  return renewAccessToken()
}

let renewal: Promise<string | null> | null = null

/** Fetches a new token with the cookie; simultaneous calls share one request. */
export function renewAccessToken(): Promise<string | null> {
  renewal ??= fetchToken().finally(() => {
    renewal = null
  })
  return renewal
}

export function dropAccessToken(): void {
  openShop = null
  localStorage.removeItem(TOKEN_STORAGE_KEY)
}

/** The shop that this page shows; null before its first call. */
let openShop: number | null = null

/**
 * Returns whether a token is for the shop that this page shows, which the first token decides. Another tab may have opened another shop, or the caller may no
 * longer belong to this one; what the page holds must then not be sent.
 */
export function isForOpenShop(token: string): boolean {
  const shop = getShop(token)
  openShop ??= shop
  return shop === null || shop === openShop
}

/** Returns whether this page must be loaded again, because the stored token is for another shop. */
export function hasShopChanged(): boolean {
  const stored = readStored()
  return stored !== null && openShop !== null && !isForOpenShop(stored.token)
}

function getShop(token: string): number | null {
  return readClaims(token)?.mid ?? null
}

const endListeners = new Set<() => void>()

/**
 * Calls the listener when the server refuses the session of this tab; the storage event tells the other
 * tabs.
 */
export function onSessionEnd(listener: () => void): () => void {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}

/** Removes the token after the server ended the session; listeners lead to sign-in. */
export function endSession(): void {
  dropAccessToken()
  for (const listener of endListeners) listener()
}

async function fetchToken(): Promise<string | null> {
  const call = { method: 'GET', path: `${AUTH_PATH}/token`, deadlineMs: DEADLINE_MS } as const
  const response = await sendOnce(call)
  if (response.status === 401 || response.status === 403) {
    dropAccessToken()
    return null
  }
  const answer = answerSchema.safeParse(await response.json().catch(() => null))
  // Any other answer says nothing about the session: the stored token stays.
  if (!response.ok || !answer.success) throw noAnswer(call, response.status)
  keep(answer.data.token)
  return answer.data.token
}

function keep(token: string): void {
  const stored: Stored = { token, expiresAt: Date.now() + lifetimeSeconds(token) * 1000 }
  localStorage.setItem(TOKEN_STORAGE_KEY, JSON.stringify(stored))
}

/**
 * Returns the lifetime from the token's own claims: their difference, because this computer's clock may be
 * wrong.
 */
function lifetimeSeconds(token: string): number {
  const claims = readClaims(token)
  return claims === null ? DEFAULT_LIFETIME_S : claims.exp - claims.iat
}

function readClaims(token: string): z.infer<typeof claimsSchema> | null {
  const claims = claimsSchema.safeParse(parseJson(decodeBase64Url(token.split('.')[1] ?? '')))
  return claims.success ? claims.data : null
}

function decodeBase64Url(text: string): string {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return ''
  }
}
