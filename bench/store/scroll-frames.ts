import type { CDPSession, Page } from '@playwright/test'
import { launchBrowser, signedInContext } from '../launch/browser.ts'
import type { Merchant } from '../launch/merchant.ts'

const WHEELS = 150
const WHEEL_PX = 600
const BACK_AFTER = 100

export interface Scroll {
  /** Milliseconds from each frame to the next. */
  frames: number[]
  /** Milliseconds of processor time that the page's main thread took. */
  busyMs: number
}

/** Measures frames and processor time while a browser scrolls a table down and up again. */
export async function scrollTable(merchant: Merchant, page: { url: string; path: string }): Promise<Scroll> {
  const { url, path } = page
  const browser = await launchBrowser()
  try {
    const context = await signedInContext(browser, merchant, url)
    const tab = await context.newPage()
    await tab.goto(`${url}${path}`)
    await tab.locator('tbody tr[aria-rowindex="2"]:not([data-loading])').waitFor({ timeout: 60_000 })
    const devtools = await context.newCDPSession(tab)
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    const before = await busyMsOf(devtools)
    const frames = await framesOf(tab)
    return { frames, busyMs: (await busyMsOf(devtools)) - before }
  } finally {
    await browser.close()
  }
}

async function framesOf(page: Page): Promise<number[]> {
  await page.mouse.move(640, 500)
  await page.evaluate(`
    window.frames20 = []
    let last = performance.now()
    const next = (now) => { window.frames20.push(now - last); last = now; requestAnimationFrame(next) }
    requestAnimationFrame(next)
  `)
  for (let n = 0; n < WHEELS; n++) await page.mouse.wheel(0, n < BACK_AFTER ? WHEEL_PX : -WHEEL_PX)
  const frames = await page.evaluate<number[]>('window.frames20')
  return frames.slice(1)
}

async function busyMsOf(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value
  if (seconds === undefined) throw new Error('the browser does not tell how long its tasks took')
  return seconds * 1000
}
