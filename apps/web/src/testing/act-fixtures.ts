import type { NotedOrder, Silence, SilenceList, VariantPlans } from '@stockcast/contract'
import { NOW } from './fixtures.ts'

export function aSilence(changes: Partial<Silence> = {}): Silence {
  return { variantId: 1, kind: 'until_time', until: '2026-11-27T15:32:00.000Z', createdAt: NOW, ...changes }
}

export function aSilencedProduct(
  changes: Partial<SilenceList['silences'][number]> = {},
): SilenceList['silences'][number] {
  return { ...aSilence(), title: 'House Espresso, 1 kg', sku: 'NF-ESP-1000', ...changes }
}

export function aNotedOrder(changes: Partial<NotedOrder> = {}): NotedOrder {
  return {
    id: 5,
    variantId: 1,
    units: 120,
    unitsLeft: 120,
    expectedOn: '2026-12-03',
    notedAt: NOW,
    ...changes,
  }
}

export function somePlans(changes: Partial<VariantPlans> = {}): VariantPlans {
  return { silence: null, orders: [], suggestion: { units: 792, expectedOn: '2026-12-04' }, ...changes }
}
