import type { Browser, CDPSession, Page } from '@playwright/test'

/** A frame that comes later than this after the one before is late: at 60 frames a second, one was missed. */
const LATE_MS = 25
const SETTLE_MS = 1_000

interface Asked {
  url: string
  /** Selects what is visible once the page is ready. */
  ready: string
  pxPerFrame: number
  /** The first two thirds of them go down, the others up again. */
  frames: number
  slowdown: number
}

export interface Scrolled {
  frames: number
  late: number
  /** Processor time of the page's main thread for one frame. */
  busyMs: number
}

/** Opens a page, slows its processor down, scrolls down and up again by equal steps, and measures. */
export async function scrollPage(browser: Browser, asked: Asked): Promise<Scrolled> {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    await page.goto(asked.url)
    await page.locator(asked.ready).first().waitFor({ timeout: 60_000 })
    await page.waitForTimeout(SETTLE_MS)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: asked.slowdown })
    const before = await busyMsOf(devtools)
    const frames = await framesOf(page, asked)
    const busyMs = (await busyMsOf(devtools)) - before
    return {
      frames: frames.length,
      late: frames.filter((ms) => ms > LATE_MS).length,
      busyMs: busyMs / frames.length,
    }
  } finally {
    await context.close()
  }
}

/** Scrolls by the same distance in each frame; returns the milliseconds from each frame to the next. */
function framesOf(page: Page, { pxPerFrame, frames }: Asked): Promise<number[]> {
  const backAfter = (2 * frames) / 3
  return page.evaluate<number[]>(`new Promise((resolve) => {
    const frames = []
    let last = performance.now()
    const next = (now) => {
      frames.push(now - last)
      last = now
      if (frames.length > ${frames}) return resolve(frames.slice(1))
      window.scrollBy(0, frames.length <= ${backAfter} ? ${pxPerFrame} : -${pxPerFrame})
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })`)
}

async function busyMsOf(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value
  if (seconds === undefined) throw new Error('the browser does not tell how long its tasks took')
  return seconds * 1000
}
