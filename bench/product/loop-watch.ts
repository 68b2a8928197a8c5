// Loaded into a server before its own code (node --import): tells over IPC how long its event loop stood still.
import { channel } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'

const TICK_MS = 5

let longestMs = 0
/** Requests that were not answered yet when the longest block ended, and those answered in it. */
let runningThen: string[] = []
const running = new Set<IncomingMessage>()
const answered = new Set<IncomingMessage>()
let lastAt = performance.now()
let lastWaitMs = waitForProcessorMs()

/** The part of the time since the last look in which this thread kept the loop from its timers. */
function look(dueMs: number): void {
  const now = performance.now()
  const waitMs = waitForProcessorMs()
  const blockMs = now - lastAt - dueMs - (waitMs - lastWaitMs)
  if (blockMs > longestMs) {
    longestMs = blockMs
    runningThen = [...answered, ...running].map(({ method, url }) => `${method} ${url?.slice(0, 80)}`)
  }
  answered.clear()
  lastAt = now
  lastWaitMs = waitMs
}

/** How long this thread was ready and had no processor: other programs of the machine are no fault of the server. */
function waitForProcessorMs(): number {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
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
  process.send?.({ type: 'longest-block', longestMs, running: runningThen })
  longestMs = 0
})
