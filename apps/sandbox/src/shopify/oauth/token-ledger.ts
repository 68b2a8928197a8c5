import { randomBytes } from 'node:crypto'
import { Journal } from '../../storage/journal.ts'
import { DAY_MS } from '../store/calendar.ts'

const HOUR_MS = 3_600_000
const CODE_MS = 5 * 60_000
const REFRESH_MS = 90 * DAY_MS
/** How long a used refresh token may be used again while its successor is unused. */
const RETRY_MS = 30 * DAY_MS

export interface Grant {
  accessToken: string
  scopes: string[]
  /** Null for a token that does not expire; it comes without a refresh token. */
  refreshToken: string | null
  accessExpiresAt: number | null
  refreshExpiresAt: number | null
}

interface Issued extends Grant {
  kind: 'issued'
  shop: string
  /** The refresh token with which this grant was requested. */
  from: string | null
}

type LedgerEntry =
  | Issued
  | { kind: 'used'; refreshToken: string; at: number }
  | { kind: 'retired'; refreshToken: string }
  | { kind: 'revoked'; shop: string }

interface Code {
  shop: string
  scopes: string[]
  expiresAt: number
}

/** Authorization codes, access tokens and refresh tokens. Codes do not survive a restart. */
export class TokenLedger {
  private readonly codes = new Map<string, Code>()
  private readonly byAccess = new Map<string, Issued>()
  private readonly byRefresh = new Map<string, Issued>()
  private readonly firstUsedAt = new Map<string, number>()
  private readonly journal: Journal<LedgerEntry>
  private readonly now: () => number

  constructor(path: string, now: () => number) {
    this.journal = new Journal(path)
    this.now = now
    for (const entry of this.journal.entries) this.apply(entry)
    this.compact()
  }

  issueCode(shop: string, scopes: readonly string[]): string {
    const code = randomBytes(16).toString('hex')
    this.codes.set(code, { shop, scopes: [...scopes], expiresAt: this.now() + CODE_MS })
    return code
  }

  /**
   * Null when the code is unknown, used, expired or another shop's. A new grant retires the shop's refresh
   * tokens.
   */
  exchangeCode(shop: string, code: string, isExpiring: boolean): Grant | null {
    const known = this.codes.get(code)
    if (known?.shop !== shop) return null
    this.codes.delete(code)
    if (known.expiresAt < this.now()) return null
    for (const issued of [...this.byRefresh.values()]) if (issued.shop === shop) this.retire(issued)
    return this.issue({ shop, scopes: known.scopes, from: null, isExpiring })
  }

  /**
   * Returns a new pair of tokens for a refresh token; null if it is no longer valid. The old refresh token stays valid until
   * its successor is first used, so that a lost answer does no harm.
   */
  refresh(shop: string, refreshToken: string): Grant | null {
    const held = this.byRefresh.get(refreshToken)
    if (held?.shop !== shop || held.refreshExpiresAt === null) return null
    const usedAt = this.firstUsedAt.get(refreshToken)
    const retryUntil = usedAt === undefined ? Number.POSITIVE_INFINITY : usedAt + RETRY_MS
    if (this.now() >= Math.min(held.refreshExpiresAt, retryUntil)) return null
    if (usedAt === undefined) {
      this.retireRivals(held)
      this.record({ kind: 'used', refreshToken, at: this.now() })
    }
    return this.issue({ shop, scopes: held.scopes, from: refreshToken, isExpiring: true })
  }

  /** Returns the scopes of an access token of this shop; null if it is not valid. */
  getScopes(shop: string, accessToken: string): string[] | null {
    const issued = this.byAccess.get(accessToken)
    if (issued?.shop !== shop) return null
    return this.isValid(issued) ? issued.scopes : null
  }

  /**
   * Returns the scopes of the shop's latest grant whose access token or refresh token is still valid; null if the app is not
   * installed.
   */
  installedScopes(shop: string): string[] | null {
    const ofShop = [...this.byAccess.values()].filter((issued) => issued.shop === shop)
    return ofShop.findLast((issued) => this.isHeld(issued) || this.isValid(issued))?.scopes ?? null
  }

  shops(): string[] {
    const shops = new Set([...this.byAccess.values()].map(({ shop }) => shop))
    return [...shops].filter((shop) => this.installedScopes(shop) !== null)
  }

  /** Revokes all tokens of the shop. */
  revoke(shop: string): void {
    this.record({ kind: 'revoked', shop })
  }

  private isHeld({ refreshToken, refreshExpiresAt }: Issued): boolean {
    const isGood = refreshExpiresAt !== null && this.now() < refreshExpiresAt
    return isGood && refreshToken !== null && this.byRefresh.has(refreshToken)
  }

  private isValid({ accessExpiresAt }: Issued): boolean {
    return accessExpiresAt === null || this.now() < accessExpiresAt
  }

  private revokeAll(shop: string): void {
    for (const tokens of [this.byAccess, this.byRefresh]) {
      for (const [token, issued] of [...tokens]) if (issued.shop === shop) tokens.delete(token)
    }
    for (const [code, known] of [...this.codes]) if (known.shop === shop) this.codes.delete(code)
  }

  private issue(args: { shop: string; scopes: string[]; from: string | null; isExpiring: boolean }): Grant {
    const { shop, scopes, from, isExpiring } = args
    const issued: Issued = {
      kind: 'issued',
      shop,
      scopes,
      from,
      accessToken: `shpat_${randomBytes(16).toString('hex')}`,
      refreshToken: isExpiring ? `shprt_${randomBytes(16).toString('hex')}` : null,
      accessExpiresAt: isExpiring ? this.now() + HOUR_MS : null,
      refreshExpiresAt: isExpiring ? this.now() + REFRESH_MS : null,
    }
    this.record(issued)
    return issued
  }

  /** Ends the predecessor of a token on its first use, and the other successors of that. */
  private retireRivals(used: Issued): void {
    if (used.from === null) return
    for (const other of [...this.byRefresh.values()]) {
      const isPredecessor = other.refreshToken === used.from
      const isSibling = other.from === used.from && other !== used
      if (isPredecessor || isSibling) this.retire(other)
    }
  }

  private retire({ refreshToken }: Issued): void {
    if (refreshToken !== null) this.record({ kind: 'retired', refreshToken })
  }

  private record(entry: LedgerEntry): void {
    this.journal.append(entry)
    this.apply(entry)
  }

  private apply(entry: LedgerEntry): void {
    if (entry.kind === 'used') this.firstUsedAt.set(entry.refreshToken, entry.at)
    else if (entry.kind === 'retired') this.byRefresh.delete(entry.refreshToken)
    else if (entry.kind === 'revoked') this.revokeAll(entry.shop)
    else {
      this.byAccess.set(entry.accessToken, entry)
      if (entry.refreshToken !== null) this.byRefresh.set(entry.refreshToken, entry)
    }
  }

  /** Rewrites the journal with the valid tokens only. */
  private compact(): void {
    const kept: LedgerEntry[] = []
    for (const issued of this.byAccess.values()) {
      const refreshToken = issued.refreshToken
      const isHeld = this.isHeld(issued)
      if (!isHeld && this.getScopes(issued.shop, issued.accessToken) === null) continue
      kept.push(issued)
      if (refreshToken === null) continue
      const usedAt = this.firstUsedAt.get(refreshToken)
      if (usedAt !== undefined) kept.push({ kind: 'used', refreshToken, at: usedAt })
      if (!isHeld) kept.push({ kind: 'retired', refreshToken })
    }
    this.journal.replaceWith(kept)
  }
}
