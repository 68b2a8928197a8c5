import type { Page } from '@playwright/test'

const qualities = [90, 85, 80, 75, 70, 65, 60]

interface Shot {
  viewport: { width: number; height: number }
  /** Dots of the picture for one of the screen. */
  scale: number
  mostBytes: number
}

/** Returns a picture of what is scrolled to, in the best quality that stays within `mostBytes`. */
export async function takeWebp(page: Page, { viewport, scale, mostBytes }: Shot): Promise<Buffer> {
  const clip = { x: 0, y: await page.evaluate<number>('window.scrollY'), ...viewport, scale }
  const session = await page.context().newCDPSession(page)
  for (const quality of qualities) {
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality, clip })
    const picture = Buffer.from(data, 'base64')
    if (picture.length > mostBytes) continue
    console.log(`quality ${quality}, ${picture.length} bytes`)
    return picture
  }
  throw new Error(`The picture stays above ${mostBytes} bytes at quality ${qualities.at(-1)}.`)
}
