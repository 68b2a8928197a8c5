import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** WCAG 2.2 A and AA by axe, and no sideways scroll. */
export async function expectAccessible(page: Page): Promise<void> {
  // An open menu floats over the page, outside of its landmarks; the criteria of WCAG allow that.
  const isMenuOpen = (await page.getByRole('menu').count()) > 0
  const { violations } = await new AxeBuilder({ page })
    .disableRules(isMenuOpen ? ['region'] : [])
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect(violations.map((violation) => `${violation.id}: ${violation.nodes[0]?.html}`)).toEqual([])
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')
  expect(overflow).toBeLessThanOrEqual(0)
}
