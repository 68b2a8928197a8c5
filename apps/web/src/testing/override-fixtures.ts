import type { ForecastOverride } from '@stockcast/contract'
import { NOW } from './fixtures.ts'

/** A sale of the product of `aDetail`, which is forecast to sell 17 a day. */
export function anOverride(changes: Partial<ForecastOverride> = {}): ForecastOverride {
  return {
    id: 5,
    scope: 'product',
    scopeName: 'House Espresso, 1 kg',
    kind: 'percent',
    amount: 50,
    amountLeft: 50,
    likeName: null,
    likeVariantId: null,
    from: '2026-11-24',
    to: '2026-11-30',
    reason: '',
    author: 'ann@shop.example',
    createdAt: NOW,
    state: 'planned',
    isIdle: false,
    products: 1,
    baselineUnits: 119,
    changedUnits: 178.5,
    isFarOff: true,
    judgement: null,
    ...changes,
  }
}
