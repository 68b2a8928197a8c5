import { expect, type Page, type Route } from '@playwright/test'
import type { ChangedAnswer } from './late-states.ts'
import { fault, type Screen } from './screens.ts'

/** Longer than the web app retries a failing request. */
const SETTLED_MS = 20_000

/** Opens a screen in its state and waits until it no longer changes. */
export async function openScreen(page: Page, screen: Screen): Promise<void> {
  const { path: place, failing, waiting, changed, show } = screen
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  for (const each of [changed ?? []].flat()) await page.route(each.path, (route) => changeAnswer(route, each))
  if (failing) await page.route(failing, (route) => route.fulfill({ status: 500, json: fault }))
  if (waiting) await page.route(waiting, () => undefined)
  // A page on which only the hash changes would keep its loaded data.
  if (place.includes('#')) await page.goto('about:blank')
  await page.goto(place)
  await settle(page, waiting !== undefined)
  // Tables show skeletons while the web app retries.
  if (failing) await page.getByRole('button', { name: 'Try again' }).first().waitFor({ timeout: SETTLED_MS })
  if (!show) return
  await show(page)
  await settle(page, false)
}

async function changeAnswer(route: Route, { change }: ChangedAnswer): Promise<void> {
  const response = await route.fetch()
  await route.fulfill({ response, status: 200, json: change(await response.json()) })
}

async function settle(page: Page, isWaiting: boolean): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible({ timeout: SETTLED_MS })
  const loading = page.locator('.mantine-Skeleton-root[data-animate], .mantine-Loader-root:not([role=img])')
  if (!isWaiting) await expect(loading).toHaveCount(0, { timeout: SETTLED_MS })
  await page.evaluate('document.fonts.ready')
  // Charts measure their container and draw in the next frames; skeletons appear after a delay.
  await page.waitForTimeout(isWaiting ? 400 : 200)
}
