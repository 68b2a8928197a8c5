import type { SyncRun } from '@stockcast/contract'

export interface SyncTrouble {
  sentence: string
  /** The sync does not continue by itself. */
  isOver: boolean
}

/** Returns what is wrong with the last sync, and what happens next; null while all is well. */
export function syncTrouble(run: SyncRun | null): SyncTrouble | null {
  if (run?.status === 'failed') {
    return { sentence: run.message ?? 'Shopify did not answer. What was read so far is kept.', isOver: true }
  }
  if (run?.status !== 'running' || run.message === null || run.messageCode === 'short_history') return null
  return { sentence: run.message, isOver: false }
}

/** Returns whether the stock was read again after a run that failed: nothing is left to do. */
export function isPastTrouble(run: SyncRun, stockAsOf: string | null): boolean {
  if (run.kind === 'first' || run.finishedAt === null || stockAsOf === null) return false
  return Date.parse(stockAsOf) > Date.parse(run.finishedAt)
}
