import { AsyncLocalStorage } from 'node:async_hooks'
import { currentRequest, type RequestScope } from './request-scope.ts'

const current = new AsyncLocalStorage<{ isOpen: boolean; request: RequestScope | undefined }>()

/** Runs the work of one transaction; until it ends, `refuseInTransaction` throws inside it. */
export async function asTransaction<T>(work: () => Promise<T>): Promise<T> {
  const transaction = { isOpen: true, request: currentRequest() }
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

/** Returns whether this runs inside an open transaction of the same request or job. */
export function isInTransaction(): boolean {
  const outer = current.getStore()
  return outer?.isOpen === true && outer.request === currentRequest()
}
