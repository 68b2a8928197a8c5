import type { AccountKind } from './account-kind.ts'

/**
 * A count of what is open at the same moment in this process, by merchant and in total; demo users are
 * counted separately.
 */
export interface OpenCount {
  /** Counts one more and returns how to end it, or whose limit is reached. */
  take(
    caller: { merchantId: number; kind: AccountKind },
    most: number,
  ): { end: () => void } | { full: 'own' | 'all' }
}

export function createOpenCount(inAll: Record<AccountKind, number>): OpenCount {
  const own = new Map<number, number>()
  const totals = { merchant: 0, demo: 0 }
  return {
    take: ({ merchantId, kind }, most) => {
      const before = own.get(merchantId) ?? 0
      if (before >= most) return { full: 'own' }
      if (totals[kind] >= inAll[kind]) return { full: 'all' }
      own.set(merchantId, before + 1)
      totals[kind]++
      let isOpen = true
      const end = () => {
        if (!isOpen) return
        isOpen = false
        totals[kind]--
        const left = (own.get(merchantId) ?? 1) - 1
        if (left > 0) own.set(merchantId, left)
        else own.delete(merchantId)
      }
      return { end }
    },
  }
}
