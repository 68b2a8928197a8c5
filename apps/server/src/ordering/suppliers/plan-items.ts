import type { SaveSupplierVariants } from '@stockcast/contract'
import type { StoredItem } from './item-queries.ts'

/** The requested change of one item; fields left out keep their values. */
export type ItemChange = SaveSupplierVariants['rows'][number]

type ItemState = 'added' | 'changed' | 'unchanged' | 'removed' | 'missing'

interface ItemPlan {
  /** What becomes of each change, in order. */
  outcomes: { state: ItemState; before: StoredItem | null; after: StoredItem | null }[]
  /** Items to write, among them those whose rank alone changes. */
  written: StoredItem[]
  removed: StoredItem[]
}

/**
 * Returns what these changes make of the stored items of their products. Of each product, the suppliers are ranked
 * from 1 without gaps: a changed item takes the rank that it asks for, in front of the one that has it.
 */
export function planItems(changes: readonly ItemChange[], stored: readonly StoredItem[]): ItemPlan {
  const plan: ItemPlan = { outcomes: [], written: [], removed: [] }
  const storedOf = Map.groupBy(stored, (item) => item.variantId)
  const changesOf = Map.groupBy(changes, (change) => change.variantId)
  const outcomes = new Map<ItemChange, ItemPlan['outcomes'][number]>()
  for (const [variantId, asked] of changesOf) {
    planVariant({ asked, before: storedOf.get(variantId) ?? [] }, plan, outcomes)
  }
  plan.outcomes = changes.map((change) => outcomes.get(change)!)
  return plan
}

function planVariant(
  { asked, before }: { asked: readonly ItemChange[]; before: readonly StoredItem[] },
  plan: ItemPlan,
  outcomes: Map<ItemChange, ItemPlan['outcomes'][number]>,
): void {
  const known = new Map(before.map((item) => [item.supplierId, item]))
  const askedOf = new Map(asked.map((change) => [change.supplierId, change]))
  const kept = before.filter((item) => askedOf.get(item.supplierId)?.remove === undefined)
  const merged = kept.map((item) => mergeItem(item, askedOf.get(item.supplierId)))
  const added = asked.filter((change) => change.remove === undefined && !known.has(change.supplierId))
  const ranked = rankItems([...merged, ...added.map((change) => mergeItem(newItem(change), change))], askedOf)
  for (const item of ranked) {
    const former = known.get(item.supplierId)
    if (!former || !isSameItem(former, item)) plan.written.push(item)
  }
  const after = new Map(ranked.map((item) => [item.supplierId, item]))
  for (const change of asked) {
    const former = known.get(change.supplierId) ?? null
    const next = after.get(change.supplierId) ?? null
    if (former && !next) plan.removed.push(former)
    outcomes.set(change, { state: getState(former, next), before: former, after: next })
  }
}

function getState(before: StoredItem | null, after: StoredItem | null): ItemState {
  if (before === null) return after === null ? 'missing' : 'added'
  if (after === null) return 'removed'
  return isSameItem(before, after) ? 'unchanged' : 'changed'
}

/** Puts each item with a wanted rank at that place among the others, which keep their order. */
function rankItems(items: readonly StoredItem[], asked: ReadonlyMap<number, ItemChange>): StoredItem[] {
  const inOrder = items.toSorted((a, b) => a.rank - b.rank || a.supplierId - b.supplierId)
  const isPlaced = (item: StoredItem) => asked.get(item.supplierId)?.rank !== undefined
  const others = inOrder.filter((item) => !isPlaced(item))
  const ranked: StoredItem[] = []
  let next = 0
  for (const item of inOrder.filter(isPlaced)) {
    while (ranked.length < item.rank - 1 && next < others.length) ranked.push(others[next++]!)
    ranked.push(item)
  }
  return [...ranked, ...others.slice(next)].map((item, i) => ({ ...item, rank: i + 1 }))
}

/** A new supplier of a product comes after those that it has. */
const LAST = 1_000_000

function newItem({ supplierId, variantId }: ItemChange): StoredItem {
  return {
    supplierId,
    variantId,
    supplierSku: null,
    unitCostMinor: null,
    packSize: 1,
    minimumUnits: null,
    maximumUnits: null,
    priceBreaks: [],
    leadTimeDays: null,
    rank: LAST,
  }
}

function mergeItem(item: StoredItem, change: ItemChange | undefined): StoredItem {
  if (change === undefined) return item
  const { remove: _remove, ...fields } = change
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  return { ...item, ...given }
}

function isSameItem(a: StoredItem, b: StoredItem): boolean {
  return JSON.stringify(getValues(a)) === JSON.stringify(getValues(b))
}

function getValues(item: StoredItem): unknown[] {
  const breaks = item.priceBreaks.map(({ fromUnits, unitCostMinor }) => [fromUnits, unitCostMinor])
  const { supplierId, variantId, supplierSku, unitCostMinor, packSize, minimumUnits, maximumUnits } = item
  return [
    supplierId,
    variantId,
    supplierSku,
    unitCostMinor,
    packSize,
    minimumUnits,
    maximumUnits,
    breaks,
    item.leadTimeDays,
    item.rank,
  ]
}

/**
 * Returns the first fault of an item: breaks that do not rise in units, or a maximum below the minimum.
 */
export function faultOfItem(
  item: Pick<StoredItem, 'priceBreaks' | 'minimumUnits' | 'maximumUnits'>,
): { field: 'priceBreaks' | 'maximumUnits'; reason: string } | null {
  const { priceBreaks, minimumUnits, maximumUnits } = item
  const isRising = priceBreaks.every((each, i) => each.fromUnits > (priceBreaks[i - 1]?.fromUnits ?? 0))
  if (!isRising) return { field: 'priceBreaks', reason: 'Price breaks must rise in units.' }
  if (minimumUnits !== null && maximumUnits !== null && maximumUnits < minimumUnits) {
    return { field: 'maximumUnits', reason: 'The maximum is below the minimum.' }
  }
  return null
}
