import type { Page } from '@playwright/test'

const qualities = [90, 85, 80, 75, 70, 65, 60]

interface Shot {
  viewport: { width: number; height: number }
  /** Picture pixels per CSS pixel. */
  scale: number
  mostBytes: number
}

/** Returns a picture of the visible part of the page, in the best quality that fits `mostBytes`. */
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
  throw new Error(`The picture is larger than ${mostBytes} bytes even at quality ${qualities.at(-1)}.`)
}
