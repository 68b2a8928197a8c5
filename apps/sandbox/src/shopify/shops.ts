import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Journal } from '../storage/journal.ts'
import { writeAtomically } from '../storage/write-atomically.ts'
import { generateStore, getProfile } from './generate/generate-store.ts'
import { loadStore } from './load/load-store.ts'
import { type DailySales, parseDailySales } from './load/parse-daily-sales.ts'
import { applyEntry, checkChange, type ShopChange, type ShopEntry } from './shop-entry.ts'
import type { ShopStore } from './store/shop-store.ts'
import type { ChangeNotice } from './store/store-change.ts'

interface OpenShop {
  store: ShopStore
  journal: Journal<ShopEntry>
}

export const SHOP_NAME = /^[a-z0-9][a-z0-9-]{0,59}$/
const SUFFIX = '.myshopify.com'

/** Is called for every change of every store, also for those repeated after a restart. */
export interface ShopListener {
  changed(store: ShopStore, notice: ChangeNotice): void
  loaded(store: ShopStore, before: ShopStore | null): void
}

/**
 * All stores by shop domain. A store is created on first use. Its journal has that time and all manual
 * changes, from which the same history is created again after a restart.
 */
export class Shops {
  private readonly open = new Map<string, OpenShop>()
  private readonly folder: string
  private readonly now: () => number
  private listener: ShopListener | null = null

  constructor(folder: string, now: () => number) {
    this.folder = folder
    this.now = now
    mkdirSync(folder, { recursive: true })
  }

  listen(listener: ShopListener): void {
    this.listener = listener
  }

  /** Returns the store as of now. */
  store(domain: string): ShopStore {
    const { store } = this.openShop(domain)
    store.advanceTo(this.now())
    return store
  }

  domainsInUse(): string[] {
    const files = readdirSync(this.folder).filter((file) => file.endsWith('.jsonl'))
    return files.map((file) => `${basename(file, '.jsonl')}${SUFFIX}`).sort()
  }

  isInUse(domain: string): boolean {
    return existsSync(this.journalPath(domain))
  }

  /** Changes a store. Throws a ChangeRefusal, and changes nothing, when the store does not allow it. */
  change(domain: string, change: ShopChange): ShopStore {
    const store = this.store(domain)
    checkChange(store, change)
    const entry = { ...change, at: this.now() }
    this.openShop(domain).journal.append(entry)
    applyEntry(store, entry)
    return store
  }

  /** Creates a store from the sales of a CSV file, in place of an earlier store of that domain. */
  load(
    domain: string,
    packed: Uint8Array,
    sales: DailySales,
  ): { store: ShopStore; isReplaced: boolean; shiftWeeks: number } {
    const at = this.now()
    const before = this.isInUse(domain) ? this.store(domain) : null
    const { store, shiftWeeks } = loadStore({ profile: getProfile(getName(domain)), sales, loadedAt: at })
    const journal = before ? this.openShop(domain).journal : new Journal<ShopEntry>(this.journalPath(domain))
    const file = `${getName(domain)}-${at}.csv`
    writeAtomically(join(this.folder, file), packed)
    journal.replaceWith([{ kind: 'loaded', at, file }])
    this.adopt(domain, { store, journal })
    this.dropFilesBefore(domain, file)
    this.listener?.loaded(store, before)
    return { store, isReplaced: before !== null, shiftWeeks }
  }

  private openShop(domain: string): OpenShop {
    const known = this.open.get(domain)
    if (known) return known
    const journal = new Journal<ShopEntry>(this.journalPath(domain))
    const [first, ...later] = journal.entries
    const origin = first ?? ({ kind: 'generated', at: this.now() } as const)
    if (!first) journal.append(origin)
    const store = this.makeStore(domain, origin)
    const opened = this.adopt(domain, { store, journal })
    // Only the first entry says how the store was made; the others are changes.
    for (const entry of later) applyEntry(store, entry as ShopChange & { at: number })
    return opened
  }

  private adopt(domain: string, opened: OpenShop): OpenShop {
    opened.store.onChange = (notice) => this.listener?.changed(opened.store, notice)
    this.open.set(domain, opened)
    return opened
  }

  private makeStore(domain: string, origin: ShopEntry): ShopStore {
    if (origin.kind !== 'loaded') return generateStore(getName(domain), origin.at)
    const sales = parseDailySales(readFileSync(join(this.folder, origin.file)))
    return loadStore({ profile: getProfile(getName(domain)), sales, loadedAt: origin.at }).store
  }

  private dropFilesBefore(domain: string, current: string): void {
    const ofShop = new RegExp(`^${getName(domain)}-\\d+\\.csv$`)
    for (const file of readdirSync(this.folder)) {
      if (ofShop.test(file) && file !== current) rmSync(join(this.folder, file))
    }
  }

  private journalPath(domain: string): string {
    return join(this.folder, `${getName(domain)}.jsonl`)
  }
}

/** Returns the name before .myshopify.com; null for anything but the domain of a shop. */
export function parseShopDomain(domain: string): string | null {
  const name = domain.endsWith(SUFFIX) ? domain.slice(0, -SUFFIX.length) : null
  return name !== null && SHOP_NAME.test(name) ? name : null
}

/** Returns the domain of a shop that is given by its name or domain; null for any other text. */
export function findDomain(shop: string): string | null {
  const domain = shop.includes('.') ? shop : `${shop}${SUFFIX}`
  return parseShopDomain(domain) === null ? null : domain
}

function getName(domain: string): string {
  const name = parseShopDomain(domain)
  if (name === null) throw new RangeError(`domain must be a name before ${SUFFIX}, got ${domain}`)
  return name
}
