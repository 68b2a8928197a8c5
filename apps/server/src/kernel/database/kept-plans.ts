import { AsyncLocalStorage } from 'node:async_hooks'

const scope = new AsyncLocalStorage<true>()

/** Statements of a connection with a kept plan; the server holds each for as long as the connection is open. */
const MAX_KEPT = 300
/** Longer statements, and those with more values, list single rows and are seldom repeated. */
const MAX_CHARACTERS = 8000
const MAX_VALUES = 40

/**
 * Runs small work that is repeated often. Each connection plans its statements only once, because planning takes as long as
 * running them. Not for work on a whole catalogue: the best plan depends on its size.
 */
export function keepingPlans<T>(work: () => T): T {
  return scope.run(true, work)
}

/** Returns the name under which a connection keeps the plan of a statement, or undefined if it keeps none. */
export function planName(
  kept: Map<string, string>,
  text: string,
  values: readonly unknown[],
): string | undefined {
  if (!scope.getStore() || values.length === 0 || values.length > MAX_VALUES || text.length > MAX_CHARACTERS)
    return undefined
  const known = kept.get(text)
  if (known !== undefined || kept.size === MAX_KEPT) return known
  const name = `kept_${kept.size}`
  kept.set(text, name)
  return name
}

/** Returns whether a migration has changed the columns of a kept statement, so that its connection cannot run it any more. */
export function isPlanOutdated(error: unknown): boolean {
  return error instanceof Error && error.message === 'cached plan must not change result type'
}
