/** Renewals that one process has on their way; each holds a connection to the database. */
const MOST_AT_ONCE = 3

const waiting: (() => void)[] = []
let running = 0

/**
 * Runs `work` when fewer than three others run. When Shopify does not answer, the tokens of many shops end
 * unrenewed; without a limit they would take every connection and stop the work of all.
 */
export async function whenFewRenew<T>(work: () => Promise<T>): Promise<T> {
  if (running === MOST_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await work()
  } finally {
    // The place goes to who waits longest, or is free.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
