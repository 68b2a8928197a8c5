// Loaded into a server before its own code (node --import). Reports over IPC how long its event loop was blocked.
import { channel } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Block } from './longest-block.ts'

const TICK_MS = 5

let longest: Block = { longestMs: 0, running: [] }
const running = new Set<IncomingMessage>()
const answered = new Set<IncomingMessage>()
let lastAt = performance.now()
let lastWorkMs = workMs()

/** Records by how much a timer was late, at most the processor time that this thread used: other programs delay it too. */
function look(dueMs: number): void {
  const [now, usedMs] = [performance.now(), workMs()]
  const blockMs = Math.min(now - lastAt - dueMs, usedMs - lastWorkMs)
  if (blockMs > longest.longestMs) {
    const requests = [...answered, ...running].map(({ method, url }) => `${method} ${url?.slice(0, 80)}`)
    longest = { longestMs: blockMs, running: requests }
  }
  answered.clear()
  lastAt = now
  lastWorkMs = usedMs
}

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
  process.send?.({ type: 'longest-block', ...longest })
  longest = { longestMs: 0, running: [] }
})
