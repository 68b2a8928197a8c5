import { type CatalogueChange, catalogueMakers, getVariant } from './catalogue-changes.ts'
import { type ChangeMaker, type ChangeMakers, ChangeRefusal } from './change-maker.ts'
import { type InboundChange, inboundMakers } from './inbound-changes.ts'
import type { CountryCode, StockAdjustment } from './store/model.ts'
import type { ShopStore } from './store/shop-store.ts'

/** What is done to a store from outside; variants and orders by their index in it. */
export type ShopChange =
  | { kind: 'sold'; variant: number; quantity: number }
  | { kind: 'received'; variant: number; location: number; quantity: number }
  | { kind: 'order_cancelled'; order: number }
  | { kind: 'order_edited'; order: number }
  | { kind: 'order_refunded'; order: number; isRestocked: boolean }
  | ({ kind: 'stock_adjusted' } & StockAdjustment)
  | { kind: 'time_zone_changed'; timeZone: string }
  | { kind: 'country_changed'; countryCode: CountryCode }
  | CatalogueChange
  | InboundChange

export type ShopEntry =
  | { kind: 'generated'; at: number }
  | { kind: 'loaded'; at: number; file: string }
  | (ShopChange & { at: number })

const makers: ChangeMakers<ShopChange> = {
  ...catalogueMakers,
  ...inboundMakers,
  sold: {
    check: checkSale,
    make: (store, { variant, quantity }, at) =>
      store.placeOrder([{ variant: getVariant(store, variant), quantity, preferredLocation: 0 }], at),
  },
  received: {
    check: (store, { variant }) => {
      if (!getVariant(store, variant).isTracked)
        throw new ChangeRefusal('The stock of this variant is not tracked.')
    },
    make: (store, { variant, location, quantity }, at) =>
      store.receive(getVariant(store, variant), location, quantity, at),
  },
  order_cancelled: { check: checkUnsent, make: (store, { order }, at) => store.cancel(order, at) },
  order_edited: { check: checkUnsent, make: (store, { order }, at) => store.edit(order, at) },
  order_refunded: {
    check: checkRefund,
    make: (store, { order, isRestocked }, at) => store.refund(order, isRestocked, at),
  },
  stock_adjusted: { make: (store, change, at) => store.adjust(change, at) },
  time_zone_changed: { make: (store, { timeZone }, at) => store.changeTimeZone(timeZone, at) },
  country_changed: { make: (store, { countryCode }, at) => store.changeCountry(countryCode, at) },
}

/** Throws a ChangeRefusal when the store, as it is now, does not allow the change. */
export function checkChange(store: ShopStore, change: ShopChange): void {
  makerOf(change).check?.(store, change)
}

export function applyEntry(store: ShopStore, entry: ShopChange & { at: number }): void {
  store.advanceTo(entry.at)
  makerOf(entry).make(store, entry, entry.at)
}

/** Returns the maker of a change; the compiler cannot see that it is the one of its own kind. */
function makerOf({ kind }: ShopChange): ChangeMaker<ShopChange> {
  return makers[kind] as ChangeMaker<ShopChange>
}

function checkSale(store: ShopStore, { variant: index, quantity }: { variant: number; quantity: number }) {
  const variant = getVariant(store, index)
  const available = store.available(variant)
  const isCounted = variant.isTracked || variant.parts.length > 0
  if (isCounted && variant.inventoryPolicy === 'DENY' && available < quantity) {
    throw new ChangeRefusal(`Only ${Math.max(0, available)} available. Receive some first, or sell fewer.`)
  }
}

function checkUnsent(store: ShopStore, { order }: { order: number }): void {
  const { orders } = store
  if (orders.isFulfilled(order)) throw new ChangeRefusal('The order was sent already. Refund it instead.')
  if (orders.cancelledAt.has(order)) throw new ChangeRefusal('The order is cancelled already.')
  if (firstLineUnits(store, order) === 0) throw new ChangeRefusal('Nothing is left on the order.')
}

function checkRefund(store: ShopStore, { order }: { order: number }): void {
  const { orders } = store
  const isSent = orders.isFulfilled(order) && !orders.isTest(order)
  if (!isSent) throw new ChangeRefusal('The order was not sent. Cancel or edit it instead.')
  if (firstLineUnits(store, order) === 0) throw new ChangeRefusal('The order was refunded already.')
}

function firstLineUnits({ orders }: ShopStore, order: number): number {
  return orders.lineCurrent[orders.getLines(order).first]!
}
