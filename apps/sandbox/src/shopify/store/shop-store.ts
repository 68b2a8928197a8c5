import { Agenda } from '../../clock/agenda.ts'
import { hashText } from '../../random.ts'
import { Calendar } from './calendar.ts'
import { Identifiers } from './identifiers.ts'
import { InboundBook } from './inbound-book.ts'
import type {
  Collection,
  CountryCode,
  Level,
  Location,
  Product,
  ShopProfile,
  StockAdjustment,
  Variant,
} from './model.ts'
import { type NewLine, OrderBook } from './order-book.ts'
import type { ChangeNotice, StoreChange } from './store-change.ts'
import type { BasketLine, OrderFate, StoreEvent } from './store-events.ts'

const HOUR_MS = 3_600_000

/** Puts a day's baskets, arrivals and the next day on the agenda. */
export type PlanDay = (store: ShopStore, day: number) => void

/** One shop's products, stock and orders, moved forward in time event by event. */
export class ShopStore {
  profile: ShopProfile
  readonly createdAt: number
  calendar: Calendar
  readonly ids: Identifiers
  readonly locations: Location[] = []
  readonly products: Product[] = []
  readonly variants: Variant[] = []
  readonly collections: Collection[] = []
  readonly orders = new OrderBook()
  readonly inbound = new InboundBook()
  /** What apps added to the stock, by key. */
  readonly adjustments = new Map<string, StockAdjustment['changes']>()
  readonly agenda = new Agenda<StoreEvent>()
  /** Grows with every change, so that sorted lists can be kept until then. */
  version = 0
  planDay: PlanDay = () => undefined
  /** Called with every change at the moment it happens. */
  onChange: (notice: ChangeNotice) => void = () => undefined
  /** Time of the latest event. */
  latestAt = Number.NEGATIVE_INFINITY
  private reachedAt = Number.NEGATIVE_INFINITY
  private sequence = 0

  constructor(profile: ShopProfile, createdAt: number, idSeed: string) {
    this.profile = profile
    this.createdAt = createdAt
    this.calendar = new Calendar(profile.timeZone)
    this.ids = new Identifiers(idSeed)
  }

  advanceTo(now: number): void {
    if (now < this.reachedAt) return
    this.reachedAt = now
    for (let due = this.agenda.take(now); due; due = this.agenda.take(now)) this.apply(due.event, due.at)
  }

  announce(change: StoreChange, at: number): void {
    this.version++
    this.sequence++
    this.onChange({ change, at, sequence: this.sequence })
  }

  changeTimeZone(timeZone: string, at: number): void {
    this.profile = { ...this.profile, timeZone }
    this.calendar = new Calendar(timeZone)
    this.announce({ topic: 'SHOP_UPDATE' }, at)
  }

  changeCountry(countryCode: CountryCode, at: number): void {
    this.profile = { ...this.profile, countryCode }
    this.announce({ topic: 'SHOP_UPDATE' }, at)
  }

  /** Variants of products that were not deleted. */
  liveVariants(): Variant[] {
    return this.variants.filter(({ product }) => !product.isDeleted)
  }

  /** Opens the warehouse and the shop floor. */
  addLocations(updatedAt: number): void {
    for (const [index, name] of ['Main warehouse', 'Shop floor'].entries())
      this.locations.push({ index, name, updatedAt })
  }

  /** Puts a fourth of the units on the shop floor, without a webhook. */
  stockUp(variant: Variant, units: number, updatedAt: number): void {
    const onShopFloor = Math.floor(units / 4)
    for (const [index, available] of [units - onShopFloor, onShopFloor].entries())
      Object.assign(variant.levels[index]!, { available, updatedAt })
  }

  addProduct(
    product: Omit<Product, 'index' | 'variants' | 'isDeleted' | 'isGiftCard' | 'tags'> &
      Partial<Pick<Product, 'isGiftCard' | 'tags'>>,
  ): Product {
    const index = this.products.length
    const added: Product = { isGiftCard: false, tags: [], ...product, index, isDeleted: false, variants: [] }
    this.products.push(added)
    return added
  }

  addVariant(
    product: Product,
    variant: Pick<Variant, 'title' | 'sku' | 'barcode' | 'priceCents' | 'isTracked'> &
      Partial<Pick<Variant, 'inventoryPolicy' | 'unitCostCents'>>,
  ): Variant {
    const added: Variant = {
      inventoryPolicy: 'DENY',
      unitCostCents: plausibleCost(variant),
      ...variant,
      index: this.variants.length,
      product,
      position: product.variants.length + 1,
      parts: [],
      levels: [],
    }
    added.levels = this.locations.map((location) => ({
      variant: added,
      location,
      available: 0,
      committed: 0,
      incoming: 0,
      updatedAt: product.createdAt,
    }))
    this.variants.push(added)
    product.variants.push(added)
    return added
  }

  /**
   * Places an order for the units that are in stock; returns null if there are none. Tracked variants sell below zero
   * only with the inventory policy CONTINUE. A line may be served from both locations, as two line items.
   */
  placeOrder(lines: readonly BasketLine[], at: number, fate: OrderFate = {}): number | null {
    const isTest = fate.isTest === true
    const taken = lines
      .filter(({ variant }) => !variant.product.isDeleted)
      .flatMap((line) => (isTest ? [asWanted(line)] : this.takeParts(line, at)))
    if (taken.length === 0) return null
    const order = this.orders.add({ at, isTest, isFulfilled: isTest }, taken)
    this.announce({ topic: 'ORDERS_CREATE', order }, at)
    if (isTest) return order
    this.agenda.add(at + HOUR_MS, { kind: 'fulfil', order })
    if (fate.cancelAfterMs !== undefined) this.agenda.add(at + fate.cancelAfterMs, { kind: 'cancel', order })
    if (fate.editAfterMs !== undefined) this.agenda.add(at + fate.editAfterMs, { kind: 'edit', order })
    if (fate.refund) {
      const { afterMs, isRestocked } = fate.refund
      this.agenda.add(at + afterMs, { kind: 'refund', order, isRestocked })
    }
    return order
  }

  receive(variant: Variant, location: number, quantity: number, at: number): void {
    const level = variant.levels[location]
    if (!level) throw new RangeError(`location must be one of the store's, got ${location}`)
    this.move(level, { available: quantity }, at)
  }

  adjust({ key, changes }: StockAdjustment, at: number): void {
    this.adjustments.set(key, changes)
    for (const { variant, location, delta } of changes)
      this.move(this.variants[variant]!.levels[location]!, { available: delta }, at)
  }

  /** Makes units incoming at a location until `arrivesAt`. */
  expect(
    arrival: { variant: Variant; location: number; quantity: number },
    at: number,
    arrivesAt: number,
  ): void {
    const { variant, location, quantity } = arrival
    this.move(variant.levels[location]!, { incoming: quantity }, at)
    this.agenda.add(arrivesAt, { kind: 'arrival', variant, location, quantity })
  }

  /** Takes everything off an order that was not sent yet. */
  cancel(order: number, at: number): void {
    const { first, end } = this.orders.getLines(order)
    for (let line = first; line < end; line++) this.takeOffUnsent(line, this.orders.lineCurrent[line]!, at)
    this.orders.cancelledAt.set(order, at)
    this.orders.updatedAt[order] = at
    this.announce({ topic: 'ORDERS_CANCELLED', order }, at)
    this.announce({ topic: 'ORDERS_UPDATED', order }, at)
  }

  /** Takes half of the first line off an order that was not sent yet. */
  edit(order: number, at: number): void {
    const { first } = this.orders.getLines(order)
    const removed = Math.ceil(this.orders.lineCurrent[first]! / 2)
    this.takeOffUnsent(first, removed, at)
    this.orders.edited.add(order)
    const lines = [{ line: first, quantity: removed, restockType: 'cancel' as const }]
    const refund = this.orders.addRefund({ order, createdAt: at, isEdit: true, lines })
    this.announce({ topic: 'REFUNDS_CREATE', refund }, at)
    this.announce({ topic: 'ORDERS_UPDATED', order }, at)
  }

  /** Takes back the first line of an order that was sent. */
  refund(order: number, isRestocked: boolean, at: number): void {
    const { first } = this.orders.getLines(order)
    const quantity = this.orders.lineCurrent[first]!
    const level = this.levelOfLine(first)
    if (isRestocked && level) this.move(level, { available: quantity }, at)
    this.orders.lineCurrent[first] = 0
    const refund = this.orders.addRefund({
      order,
      createdAt: at,
      isEdit: false,
      lines: [{ line: first, quantity, restockType: isRestocked ? 'return' : 'no_restock' }],
    })
    this.announce({ topic: 'REFUNDS_CREATE', refund }, at)
    this.announce({ topic: 'ORDERS_UPDATED', order }, at)
  }

  available(variant: Variant): number {
    if (variant.parts.length > 0)
      return Math.min(
        ...variant.parts.map((part) =>
          part.variant.isTracked
            ? Math.floor(this.available(part.variant) / part.quantity)
            : Number.MAX_SAFE_INTEGER,
        ),
      )
    return variant.levels.reduce((sum, level) => sum + level.available, 0)
  }

  /** Returns the locations from which an order was sent; none until then. */
  sentFrom(order: number): number[] {
    if (!this.orders.isFulfilled(order)) return []
    const { first, end } = this.orders.getLines(order)
    return [...new Set(this.orders.lineLocation.subarray(first, end))].sort()
  }

  /** Takes the parts of a bundle in its place, for as many bundles as they are enough for. */
  private takeParts(line: BasketLine, at: number): NewLine[] {
    const { variant: bundle, preferredLocation } = line
    if (bundle.parts.length === 0) return this.takeFromStock(line, at)
    const bundles = Math.min(line.quantity, Math.max(0, this.available(bundle)))
    if (bundles === 0) return []
    return bundle.parts
      .flatMap(({ variant, quantity }) =>
        this.takeFromStock({ variant, quantity: quantity * bundles, preferredLocation }, at),
      )
      .map((taken) => ({ ...taken, bundle: bundle.index }))
  }

  private takeFromStock(line: BasketLine, at: number): NewLine[] {
    const { variant, quantity, preferredLocation } = line
    if (!variant.isTracked) return [asWanted(line)]
    const taken: NewLine[] = []
    let wanted = quantity
    for (let step = 0; step < variant.levels.length && wanted > 0; step++) {
      const level = variant.levels[(preferredLocation + step) % variant.levels.length]!
      const isLast = step === variant.levels.length - 1
      const isOversold = isLast && variant.inventoryPolicy === 'CONTINUE'
      const units = isOversold ? wanted : Math.min(wanted, level.available)
      if (units <= 0) continue
      this.move(level, { available: -units, committed: units }, at)
      taken.push({ variant: variant.index, quantity: units, location: level.location.index })
      wanted -= units
    }
    return taken
  }

  private apply(event: StoreEvent, at: number): void {
    this.version++
    this.latestAt = at
    if (event.kind === 'day') this.planDay(this, event.day)
    else if (event.kind === 'basket') this.placeOrder(event.lines, at, event.fate)
    else if (event.kind === 'arrival') this.arrive(event, at)
    else if (event.kind === 'fulfil') this.fulfil(event.order, at)
    else this.applyPlanned(event, at)
  }

  /** Applies a planned event, unless the order was changed by hand in the meantime. */
  private applyPlanned(event: Extract<StoreEvent, { kind: 'cancel' | 'edit' | 'refund' }>, at: number): void {
    const { kind, order } = event
    const isSent = this.orders.isFulfilled(order)
    const isEmpty = this.orders.lineCurrent[this.orders.getLines(order).first] === 0
    if (isEmpty || this.orders.cancelledAt.has(order)) return
    if (kind === 'refund') {
      if (isSent) this.refund(order, event.isRestocked, at)
    } else if (kind === 'cancel') this.cancel(order, at)
    else this.edit(order, at)
  }

  private arrive(arrival: { variant: Variant; location: number; quantity: number }, at: number): void {
    const level = arrival.variant.levels[arrival.location]!
    this.move(level, { available: arrival.quantity, incoming: -arrival.quantity }, at)
  }

  private fulfil(order: number, at: number): void {
    if (this.orders.cancelledAt.has(order)) return
    const { first, end } = this.orders.getLines(order)
    for (let line = first; line < end; line++) {
      const level = this.levelOfLine(line)
      if (level) this.move(level, { committed: -this.orders.lineCurrent[line]! }, at)
    }
    this.orders.markFulfilled(order, at)
    this.announce({ topic: 'ORDERS_UPDATED', order }, at)
  }

  private takeOffUnsent(line: number, quantity: number, at: number): void {
    const level = this.levelOfLine(line)
    if (level) this.move(level, { available: quantity, committed: -quantity }, at)
    this.orders.lineCurrent[line]! -= quantity
  }

  move(level: Level, by: Partial<Quantities>, at: number): void {
    level.available += by.available ?? 0
    level.committed += by.committed ?? 0
    level.incoming += by.incoming ?? 0
    level.updatedAt = at
    this.announce({ topic: 'INVENTORY_LEVELS_UPDATE', level }, at)
  }

  private levelOfLine(line: number): Level | null {
    const variant = this.variants[this.orders.lineVariant[line]!]!
    return variant.isTracked ? variant.levels[this.orders.lineLocation[line]!]! : null
  }
}

function asWanted({ variant, quantity, preferredLocation }: BasketLine): NewLine {
  return { variant: variant.index, quantity, location: preferredLocation }
}

/** Returns 35 to 65 % of the price; null for one variant in ten, whose merchant never entered it. */
function plausibleCost({ sku, priceCents }: Pick<Variant, 'sku' | 'priceCents'>): number | null {
  const drawn = hashText(`cost ${sku}`) % 1000
  return drawn < 100 ? null : Math.round((priceCents * (35 + (drawn % 31))) / 100)
}

type Quantities = Pick<Level, 'available' | 'committed' | 'incoming'>
