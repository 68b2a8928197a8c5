import { setTimeout } from 'node:timers/promises'

const TRIES = 3
const DEADLINE_MS = 2000
const PAUSE_MS = 250

export type Notice = 'notified' | 'unreachable' | 'nobody'

/** Sends the new offset to the app. An app that is down reads the clock when it starts. */
export async function notifyApp(
  app: { url: string; token: string } | null,
  offsetMs: number,
  pause: (ms: number) => Promise<unknown> = setTimeout,
): Promise<Notice> {
  if (!app) return 'nobody'
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    if (await post(app, offsetMs)) return 'notified'
    if (attempt < TRIES) await pause(PAUSE_MS * attempt)
  }
  return 'unreachable'
}

async function post(app: { url: string; token: string }, offsetMs: number): Promise<boolean> {
  try {
    const response = await fetch(new URL('/internal/clock', app.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-sandbox-token': app.token },
      body: JSON.stringify({ offsetMs }),
      signal: AbortSignal.timeout(DEADLINE_MS),
    })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
