// Measures how fast the landing page loads on a slow phone:
// npm run bench:landing (after npm run build).
// Chromium with a four times slower processor on slow 4G (1.6 Mbit/s, 150 ms), cold cache, median of the
// rounds.
import { readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium, type Page } from '@playwright/test'
import { findChromium } from '../tools/checks/chromium.ts'
import { webFolder } from '../tools/launch/web-build.ts'

const ROUNDS = 5
const SETTLE_MS = 3_000
const LIMITS = { lcpMs: 2_500, cls: 0.05, blockingMs: 300 }
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
const folder = webFolder(path.resolve(import.meta.dirname, '..'))

interface Measured {
  lcpMs: number
  cls: number
  blockingMs: number
  kb: number
}

/** Serves the built web app as the server does: compressed text, and the landing page at `/`. */
function serve() {
  let sent = 0
  const server = createServer((request, response) => {
    const wanted = path.join(folder, path.normalize(new URL(request.url ?? '/', 'http://x').pathname))
    const file = statSync(wanted, { throwIfNoEntry: false })?.isFile()
      ? wanted
      : path.join(folder, 'landing.html')
    const type = types[path.extname(file)] ?? 'application/octet-stream'
    const body = readFileSync(file)
    const isText = /text|svg/.test(type)
    const bytes = isText ? gzipSync(body) : body
    sent += bytes.length
    response.writeHead(200, { 'content-type': type, ...(isText ? { 'content-encoding': 'gzip' } : {}) })
    response.end(bytes)
  })
  return { server, sentBytes: () => sent }
}

const watch = `
  window.measured = { lcpMs: 0, cls: 0, blockingMs: 0 }
  const observe = (type, each) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true })
  observe('largest-contentful-paint', (entry) => { measured.lcpMs = entry.startTime })
  observe('layout-shift', (entry) => { if (!entry.hadRecentInput) measured.cls += entry.value })
  observe('longtask', (entry) => { measured.blockingMs += Math.max(0, entry.duration - 50) })`

async function measure(page: Page, url: string): Promise<Omit<Measured, 'kb'>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_4G)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript(watch)
  await page.goto(url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForTimeout(SETTLE_MS)
  return page.evaluate<Omit<Measured, 'kb'>>('measured')
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const { server, sentBytes } = serve()
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const address = server.address()
const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`
const browser = await chromium.launch({
  executablePath: findChromium() ?? '',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
const rounds: Measured[] = []
for (let round = 0; round < ROUNDS; round++) {
  const before = sentBytes()
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  const measured = await measure(page, url)
  rounds.push({ ...measured, kb: (sentBytes() - before) / 1000 })
  await page.close()
}
await browser.close()
server.close()

const lcpMs = median(rounds.map((round) => round.lcpMs))
const cls = median(rounds.map((round) => round.cls))
const blockingMs = median(rounds.map((round) => round.blockingMs))
const kb = median(rounds.map((round) => round.kb))
console.log(
  `Landing page, 4x slower processor, slow 4G, ${ROUNDS} rounds: LCP ${Math.round(lcpMs)} ms (at most ${LIMITS.lcpMs}), CLS ${cls.toFixed(3)} (at most ${LIMITS.cls}), blocking ${Math.round(blockingMs)} ms (at most ${LIMITS.blockingMs}), ${Math.round(kb)} kB sent.`,
)
const isFast = lcpMs <= LIMITS.lcpMs && cls <= LIMITS.cls && blockingMs <= LIMITS.blockingMs
process.exitCode = isFast ? 0 : 1
