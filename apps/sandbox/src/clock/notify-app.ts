import { setTimeout } from 'node:timers/promises'
import { isAccepted } from '../is-accepted.ts'

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
  const headers = { 'content-type': 'application/json', 'x-sandbox-token': app.token }
  const init = { headers, body: JSON.stringify({ offsetMs }) }
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    if (await isAccepted(new URL('/internal/clock', app.url), init, DEADLINE_MS)) return 'notified'
    if (attempt < TRIES) await pause(PAUSE_MS * attempt)
  }
  return 'unreachable'
}
