import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Journal } from '../storage/journal.ts'
import { writeAtomically } from '../storage/write-atomically.ts'
import { generateStore, profileOf } from './generate/generate-store.ts'
import { loadStore } from './load/load-store.ts'
import { type DailySales, parseDailySales } from './load/parse-daily-sales.ts'
import type { ShopStore } from './store/shop-store.ts'

type ShopEntry =
  | { kind: 'generated'; at: number }
  | { kind: 'loaded'; at: number; file: string }
  | { kind: 'sold'; at: number; variant: number; quantity: number }
  | { kind: 'received'; at: number; variant: number; location: number; quantity: number }

interface OpenShop {
  store: ShopStore
  journal: Journal<ShopEntry>
}

export const SHOP_NAME = /^[a-z0-9][a-z0-9-]{0,59}$/
const SUFFIX = '.myshopify.com'

export class StockRefusal extends Error {}

/**
 * All stores by shop domain. A store is made when it is first asked for; its journal holds when that was and what was
 * done to it by hand, and the same history is made from it again after a restart.
 */
export class Shops {
  private readonly open = new Map<string, OpenShop>()
  private readonly folder: string
  private readonly now: () => number

  constructor(folder: string, now: () => number) {
    this.folder = folder
    this.now = now
    mkdirSync(folder, { recursive: true })
  }

  /** The store as of now. */
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

  sell(domain: string, sale: { variant: number; quantity: number }): void {
    const store = this.store(domain)
    const variant = store.variants[sale.variant]
    if (!variant) throw new RangeError(`no variant ${sale.variant}`)
    const available = store.available(variant)
    if (variant.isTracked && available < sale.quantity) {
      throw new StockRefusal(`Only ${Math.max(0, available)} available. Receive some first, or sell fewer.`)
    }
    this.record(domain, { kind: 'sold', at: this.now(), ...sale })
  }

  receive(domain: string, receipt: { variant: number; location: number; quantity: number }): void {
    const store = this.store(domain)
    if (!store.variants[receipt.variant]?.isTracked)
      throw new StockRefusal('The stock of this variant is not tracked.')
    this.record(domain, { kind: 'received', at: this.now(), ...receipt })
  }

  /** Replaces the store, if there is one, by the sales of a CSV file. Throws a CsvError and changes nothing if it is malformed. */
  load(
    domain: string,
    packed: Uint8Array,
    sales: DailySales,
  ): { store: ShopStore; isReplaced: boolean; shiftWeeks: number } {
    const at = this.now()
    const isReplaced = this.isInUse(domain)
    const { store, shiftWeeks } = loadStore({ profile: profileOf(nameOf(domain)), sales, loadedAt: at })
    const journal = isReplaced
      ? this.openShop(domain).journal
      : new Journal<ShopEntry>(this.journalPath(domain))
    const file = `${nameOf(domain)}-${at}.csv`
    writeAtomically(join(this.folder, file), packed)
    journal.replaceWith([{ kind: 'loaded', at, file }])
    this.open.set(domain, { store, journal })
    this.dropFilesBefore(domain, file)
    return { store, isReplaced, shiftWeeks }
  }

  private record(domain: string, entry: ShopEntry): void {
    const { store, journal } = this.openShop(domain)
    journal.append(entry)
    applyEntry(store, entry)
  }

  private openShop(domain: string): OpenShop {
    const known = this.open.get(domain)
    if (known) return known
    const journal = new Journal<ShopEntry>(this.journalPath(domain))
    const [first, ...later] = journal.entries
    const origin = first ?? ({ kind: 'generated', at: this.now() } as const)
    if (!first) journal.append(origin)
    const store = this.makeStore(domain, origin)
    for (const entry of later) applyEntry(store, entry)
    const opened = { store, journal }
    this.open.set(domain, opened)
    return opened
  }

  private makeStore(domain: string, origin: ShopEntry): ShopStore {
    if (origin.kind !== 'loaded') return generateStore(nameOf(domain), origin.at)
    const sales = parseDailySales(readFileSync(join(this.folder, origin.file)))
    return loadStore({ profile: profileOf(nameOf(domain)), sales, loadedAt: origin.at }).store
  }

  private dropFilesBefore(domain: string, current: string): void {
    const ofShop = new RegExp(`^${nameOf(domain)}-\\d+\\.csv$`)
    for (const file of readdirSync(this.folder)) {
      if (ofShop.test(file) && file !== current) rmSync(join(this.folder, file))
    }
  }

  private journalPath(domain: string): string {
    return join(this.folder, `${nameOf(domain)}.jsonl`)
  }
}

/** The name before .myshopify.com; null when it is no shop's domain. */
export function parseShopDomain(domain: string): string | null {
  const name = domain.endsWith(SUFFIX) ? domain.slice(0, -SUFFIX.length) : null
  return name !== null && SHOP_NAME.test(name) ? name : null
}

function nameOf(domain: string): string {
  const name = parseShopDomain(domain)
  if (name === null) throw new RangeError(`domain must be a name before ${SUFFIX}, got ${domain}`)
  return name
}

function applyEntry(store: ShopStore, entry: ShopEntry): void {
  store.advanceTo(entry.at)
  if (entry.kind === 'sold') {
    const variant = store.variants[entry.variant]!
    store.placeOrder([{ variant, quantity: entry.quantity, preferredLocation: 0 }], entry.at)
  } else if (entry.kind === 'received') {
    store.receive(store.variants[entry.variant]!, entry.location, entry.quantity, entry.at)
  }
}
