// Loaded into a server before its own code (node --import). Reports over IPC how long its event loop was
// blocked.
import { channel } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { PerformanceObserver } from 'node:perf_hooks'

const TICK_MS = 5
/** How long pauses are remembered; they are reported some milliseconds after they ended. */
const PAUSES_KEPT = 1000

let longestMs = 0
let longestWallMs = 0
let longestFrom = 0
let longestUntil = 0
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
    longestFrom = lastAt
    longestUntil = now
    collectingThen = 0
    for (const pause of pauses) count(pause)
    runningThen = [...answered, ...running].map(({ method, url }) => `${method} ${url?.slice(0, 80)}`)
  }
  answered.clear()
  lastAt = now
  lastWorkMs = usedMs
}

interface Pause {
  startTime: number
  duration: number
}

/** The last pauses of garbage collection, and their time during the longest block. */
const pauses: Pause[] = []
let collectingThen = 0

function count({ startTime, duration }: Pause): void {
  const overlap = Math.min(startTime + duration, longestUntil) - Math.max(startTime, longestFrom)
  collectingThen += Math.max(overlap, 0)
}

new PerformanceObserver((list) => {
  for (const pause of list.getEntries()) {
    pauses.push(pause)
    count(pause)
  }
  pauses.splice(0, pauses.length - PAUSES_KEPT)
}).observe({ entryTypes: ['gc'] })

/** Returns the processor time of this thread so far. */
function workMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

setInterval(() => look(TICK_MS), TICK_MS).unref()

channel('http.server.request.start').subscribe((message) => {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
  running.add(request)
  response.once('close', () => {
    running.delete(request)
    answered.add(request)
  })
})

process.on('message', (message) => {
  if ((message as { type?: string }).type !== 'longest-block') return
  look(0)
  const collectingMs = collectingThen
  process.send?.({ type: 'longest-block', longestMs, longestWallMs, collectingMs, running: runningThen })
  longestMs = 0
  longestWallMs = 0
})
