// Loaded into a server before its own code (node --import). Reports over IPC how long its event loop was
// blocked.
import { channel } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'

const TICK_MS = 5

let longestMs = 0
let longestWallMs = 0
/** Requests that were open at the end of the longest block, or answered during it. */
let runningThen: string[] = []
const running = new Set<IncomingMessage>()
const answered = new Set<IncomingMessage>()
let lastAt = performance.now()
let lastWorkMs = workMs()

/**
 * Records a block: the processor time that this thread used while a timer was late, at most that delay. The
 * delay itself would include time used by other programs.
 */
function look(dueMs: number): void {
  const now = performance.now()
  const usedMs = workMs()
  const wallMs = now - lastAt - dueMs
  const blockMs = Math.min(wallMs, usedMs - lastWorkMs)
  longestWallMs = Math.max(longestWallMs, wallMs)
  if (blockMs > longestMs) {
    longestMs = blockMs
    runningThen = [...answered, ...running].map(({ method, url }) => `${method} ${url?.slice(0, 80)}`)
  }
  answered.clear()
  lastAt = now
  lastWorkMs = usedMs
}

/** Returns the processor time of this thread so far. */
function workMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

setInterval(() => look(TICK_MS), TICK_MS).unref()

channel('http.server.request.start').subscribe((message) => {
  running.add((message as { request: IncomingMessage }).request)
})
channel('http.server.response.finish').subscribe((message) => {
  const { request } = message as { request: IncomingMessage }
  running.delete(request)
  answered.add(request)
})

process.on('message', (message) => {
  if ((message as { type?: string }).type !== 'longest-block') return
  look(0)
  process.send?.({ type: 'longest-block', longestMs, longestWallMs, running: runningThen })
  longestMs = 0
  longestWallMs = 0
})
