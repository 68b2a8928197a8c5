import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<{ isOpen: boolean }>()

/** Runs the work of one transaction; until it ends, `refuseInTransaction` throws inside it. */
export async function asTransaction<T>(work: () => Promise<T>): Promise<T> {
  const transaction = { isOpen: true }
  try {
    return await current.run(transaction, work)
  } finally {
    transaction.isOpen = false
  }
}

/**
 * Refuses a call to a provider from inside a transaction: its row locks and its connection would be held
 * until the provider answers.
 */
export function refuseInTransaction(provider: string): void {
  if (current.getStore()?.isOpen) throw new Error(`${provider} is called inside a database transaction`)
}
