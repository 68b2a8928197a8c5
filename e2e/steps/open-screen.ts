import { expect, type Page, type Route } from '@playwright/test'
import type { ChangedAnswer } from './late-states.ts'
import { fault, type Screen } from './screens.ts'

/** Longer than the web app waits before it gives up on a failing answer. */
const SETTLED_MS = 20_000

/** Shows a screen in its state, at rest. */
export async function openScreen(page: Page, screen: Screen): Promise<void> {
  const { path: place, failing, waiting, changed, show } = screen
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  if (changed) await page.route(changed.path, (route) => changeAnswer(route, changed))
  if (failing) await page.route(failing, (route) => route.fulfill({ status: 500, json: fault }))
  if (waiting) await page.route(waiting, () => undefined)
  // A page that only changes its hash would keep what was loaded.
  if (place.includes('#')) await page.goto('about:blank')
  await page.goto(place)
  await settle(page, waiting !== undefined)
  // Tables have skeletons of their own while the web app asks again.
  if (failing) await page.getByRole('button', { name: 'Try again' }).first().waitFor({ timeout: SETTLED_MS })
  if (!show) return
  await show(page)
  await settle(page, false)
}

async function changeAnswer(route: Route, { change }: ChangedAnswer): Promise<void> {
  const response = await route.fetch()
  await route.fulfill({ response, json: change(await response.json()) })
}

async function settle(page: Page, isWaiting: boolean): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible({ timeout: SETTLED_MS })
  const loading = page.locator('.mantine-Skeleton-root[data-animate], .mantine-Loader-root:not([role=img])')
  if (!isWaiting) await expect(loading).toHaveCount(0, { timeout: SETTLED_MS })
  await page.evaluate('document.fonts.ready')
  // Charts measure their place and draw in the next frames; skeletons wait before they show.
  await page.waitForTimeout(isWaiting ? 400 : 200)
}
