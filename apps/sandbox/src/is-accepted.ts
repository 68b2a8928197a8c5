/** Posts, and returns whether it was accepted in time. */
export async function isAccepted(url: string | URL, init: RequestInit, deadlineMs: number): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(deadlineMs)
    const response = await fetch(url, { method: 'POST', signal, ...init })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
