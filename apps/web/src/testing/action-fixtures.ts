import type { OpenOrder, Snooze, SnoozeList, VariantPlans } from '@stockcast/contract'
import { NOW } from './fixtures.ts'

export function aSnooze(changes: Partial<Snooze> = {}): Snooze {
  return { variantId: 1, kind: 'until_time', until: '2026-11-27T15:32:00.000Z', createdAt: NOW, ...changes }
}

export function aSnoozedProduct(
  changes: Partial<SnoozeList['snoozes'][number]> = {},
): SnoozeList['snoozes'][number] {
  return { ...aSnooze(), title: 'House Espresso, 1 kg', sku: 'NF-ESP-1000', ...changes }
}

export function anOpenOrder(changes: Partial<OpenOrder> = {}): OpenOrder {
  return {
    id: 5,
    variantId: 1,
    units: 120,
    unitsLeft: 120,
    expectedOn: '2026-12-03',
    recordedAt: NOW,
    ...changes,
  }
}

export function somePlans(changes: Partial<VariantPlans> = {}): VariantPlans {
  return {
    snooze: null,
    orders: [],
    purchaseOrders: [],
    suggestion: { units: 792, expectedOn: '2026-12-04' },
    ...changes,
  }
}
