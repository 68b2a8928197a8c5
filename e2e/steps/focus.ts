import { expect, type Page } from '@playwright/test'

const MAX_STOPS = 80
const MIN_RING_PX = 2

interface Stop {
  /** Index of the element, which shows when the walk starts again. */
  place: number
  name: string
  isRinged: boolean
  isInSight: boolean
}

/** Checks that each element that Tab reaches has a visible focus ring and is not covered. */
export async function expectVisibleFocus(page: Page): Promise<void> {
  const { stops, faults } = await stopsWithoutFocus(page)
  expect(faults).toEqual([])
  expect(stops).toBeGreaterThan(4)
}

/** Walks through a page by Tab, and returns the stops at which the focus is not visible. */
async function stopsWithoutFocus(page: Page): Promise<{ stops: number; faults: string[] }> {
  const seen = new Set<number>()
  const faults: string[] = []
  while (seen.size < MAX_STOPS) {
    await page.keyboard.press('Tab')
    const stop = await readStop(page)
    if (stop === null || seen.has(stop.place)) break
    seen.add(stop.place)
    if (!stop.isRinged) faults.push(`${stop.name}: no ring`)
    if (!stop.isInSight) faults.push(`${stop.name}: covered or out of sight`)
  }
  return { stops: seen.size, faults }
}

/**
 * Reads the focused element. Its ring is around the element itself, the track of a switch or the frame of a
 * field.
 */
function readStop(page: Page): Promise<Stop | null> {
  return page.locator('body').evaluate((body, leastRing) => {
    const { ownerDocument: document } = body
    const focused = document.activeElement
    if (focused === null || focused === body) return null
    const near = [focused, focused.nextElementSibling, focused.parentElement, focused.closest('label')]
    const ringed = near.find((element) => {
      if (element === null) return false
      const { outlineStyle, outlineWidth } = document.defaultView!.getComputedStyle(element)
      const isDrawn = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= leastRing
      return isDrawn && element.clientHeight + element.getBoundingClientRect().height > 8
    })
    const { x, y, width, height } = (ringed ?? focused).getBoundingClientRect()
    const hit = document.elementFromPoint(x + width / 2, y + height / 2)
    const target = ringed ?? focused
    return {
      place: [...document.querySelectorAll('*')].indexOf(focused),
      name:
        (focused.getAttribute('aria-label') ?? focused.textContent ?? '').trim().slice(0, 60) ||
        focused.tagName,
      isRinged: ringed !== undefined,
      isInSight: hit !== null && (target.contains(hit) || hit.contains(target)),
    }
  }, MIN_RING_PX)
}
