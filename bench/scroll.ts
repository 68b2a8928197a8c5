// Measures how smoothly the long tables scroll: npm run -s bench:scroll -- [--rows 10000] [--slowdown 4]
// Chromium scrolls each table, and a bare list of the same rows, at a speed at which rows can be read and at
// one at which they only pass, and a long way without a pause. Time of the main thread is taken at full speed, late frames on a processor that
// is slowed down.
import { parseArgs } from 'node:util'
import { launchBrowser } from './product/browser.ts'
import { builtWebRoot } from './product/web-root.ts'
import { serveFixtures } from './scroll/fixture-server.ts'
import { scrollPage } from './scroll/scroll-page.ts'

const LIMITS = { busyMs: 5, lateShare: 0.03 }
const speeds = [
  { speed: 'reading', pxPerFrame: 20, frames: 240 },
  { speed: 'reading without a pause', pxPerFrame: 20, frames: 720 },
  { speed: 'passing', pxPerFrame: 112, frames: 240 },
]
const FIRST_ROW = 'tbody tr[aria-rowindex="2"]:not([data-loading])'
const pages = [
  { what: 'bare list', path: '/bare', ready: 'div' },
  { what: 'products', path: '/products', ready: FIRST_ROW },
  { what: 'settings per product', path: '/settings?tab=products', ready: FIRST_ROW },
]

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '10000' }, slowdown: { type: 'string', default: '4' } },
})
const slowdown = Number(values.slowdown)
const server = await serveFixtures({ webRoot: await builtWebRoot(), total: Number(values.rows) })
const browser = await launchBrowser()
try {
  for (const { speed, ...movement } of speeds) {
    for (const { what, path, ready } of pages) {
      const asked = { url: `${server.url}${path}`, ready, ...movement }
      const { busyMs } = await scrollPage(browser, { ...asked, slowdown: 1 })
      const { frames, late } = await scrollPage(browser, { ...asked, slowdown })
      report(`${what}, ${speed}`, { busyMs, lateShare: late / frames })
    }
  }
} finally {
  await browser.close()
  await server.close()
}

/** Prints one line; the bare list shows what the machine can do and has no limits. */
function report(what: string, { busyMs, lateShare }: typeof LIMITS): void {
  const isBare = what.startsWith('bare list')
  const isSmooth = isBare || (busyMs <= LIMITS.busyMs && lateShare <= LIMITS.lateShare)
  const late = `${(100 * lateShare).toFixed(1)} % of frames late on a ${slowdown}× slower processor`
  console.log(
    `${what.padEnd(46)} main thread ${busyMs.toFixed(1)} ms a frame, ${late}${isSmooth ? '' : '  FAILED'}`,
  )
  if (!isSmooth) process.exitCode = 1
}
