/** Rejects with the code `TIMEOUT` when `work` takes longer; it goes on all the same. */
export async function beforeDeadline<T>(work: Promise<T>, deadlineMs: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const error = Object.assign(new Error(`no answer within ${deadlineMs} ms`), { code: 'TIMEOUT' })
  const timer = setTimeout(() => late.reject(error), deadlineMs)
  work.catch(() => undefined)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
