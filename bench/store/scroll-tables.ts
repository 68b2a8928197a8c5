import { chromium, type Page } from '@playwright/test'
import { findChromium } from '../../tools/checks/chromium.ts'
import { insistOn, print, quantile } from '../launch/figures.ts'
import type { Merchant } from '../launch/merchant.ts'
import type { Services } from '../launch/services.ts'

const WHEELS = 150
const WHEEL_PX = 600
const BACK_AFTER = 100
const FRAME_MS = 25
const MAX_LATE = 0.1
const ROWS = 10_000

export async function scrollTables({ url }: Services, merchant: Merchant): Promise<void> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('no Chromium found: set CHROMIUM_PATH')
  const browser = await chromium.launch({ executablePath, chromiumSandbox: false })
  try {
    const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1280, height: 800 } })
    const { cookie } = await merchant.headers()
    const cookies = cookie.split('; ').map((each) => {
      const at = each.indexOf('=')
      return { name: each.slice(0, at), value: each.slice(at + 1), url }
    })
    await page.context().addCookies(cookies)
    const rows = Array.from({ length: ROWS }, (_, n) => `<div>Coffee ${n}, 1 kg COF-${n} ${n % 200}</div>`)
    await page.setContent(`<style>div{height:56px;contain:strict}</style><main>${rows.join('')}</main>`)
    const bareMs = await scroll(page, 'a bare list')
    for (const path of ['/products', '/settings?tab=products']) {
      await page.goto(`${url}${path}`)
      await page.locator('tbody tr[aria-rowindex="2"]:not([data-loading])').waitFor({ timeout: 60_000 })
      const busyMs = await scroll(page, path, MAX_LATE)
      print('  main thread ÷ that of a bare list', `${(busyMs / bareMs).toFixed(1)} ×`)
    }
  } finally {
    await browser.close()
  }
}

/** Prints the frames of a scroll, and returns the processor time of the main thread for each of them in milliseconds. */
async function scroll(page: Page, what: string, mostLate = 1): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busySeconds = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  }
  const before = await busySeconds()
  await page.mouse.move(640, 500)
  await page.evaluate(`
    window.framesSeen = []
    let last = performance.now()
    const next = (now) => { window.framesSeen.push(now - last); last = now; requestAnimationFrame(next) }
    requestAnimationFrame(next)
  `)
  for (let n = 0; n < WHEELS; n++) await page.mouse.wheel(0, n < BACK_AFTER ? WHEEL_PX : -WHEEL_PX)
  const frames = await page.evaluate<number[]>('window.framesSeen.slice(1)')
  const late = frames.filter((ms) => ms > FRAME_MS).length / frames.length
  const busyMs = (1000 * ((await busySeconds()) - before)) / frames.length
  const longest = `p95 ${quantile(frames, 0.95).toFixed(0)} ms, longest ${quantile(frames, 1).toFixed(0)} ms`
  print(
    `scroll of ${what}`,
    `${(100 * late).toFixed(1)} % of frames late, ${longest}, ${busyMs.toFixed(1)} ms each`,
  )
  insistOn(late <= mostLate, `${what}: more than ${100 * mostLate} % of frames late`)
  return busyMs
}
