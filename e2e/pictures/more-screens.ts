import type { Page } from '@playwright/test'
import type { PicturedScreen } from './views.ts'

const phone = { width: 390, height: 844 }
/** Number of slider steps; each adds five percent of demand. */
const WHAT_IF_STEPS = 6

async function openProductInStock(page: Page): Promise<void> {
  const inStock = page.getByRole('table', { name: 'Products' }).getByRole('row')
  await inStock.filter({ hasText: 'Low Stock' }).getByRole('link').first().click()
  await page.getByRole('heading', { name: 'Projected stock' }).waitFor()
}

/** Further screens to take pictures of, in addition to those in `screens.ts`. */
export const moreScreens: readonly PicturedScreen[] = [
  { name: 'product-in-stock', path: '/products', merchant: 'full', show: openProductInStock },
  {
    name: 'product-90-days',
    path: '/products',
    merchant: 'full',
    show: async (page) => {
      await openProductInStock(page)
      await page.getByRole('radiogroup', { name: 'Horizon' }).getByText('90').click()
    },
  },
  {
    name: 'product-what-if',
    path: '/products',
    merchant: 'full',
    show: async (page) => {
      await openProductInStock(page)
      const demand = page.getByRole('slider', { name: 'Demand' })
      for (let step = 0; step < WHAT_IF_STEPS; step++) await demand.press('ArrowRight')
    },
  },
  {
    name: 'trends-as-table',
    path: '/trends',
    merchant: 'full',
    show: (page) => page.getByRole('button', { name: 'Show as table: Units sold' }).click(),
  },
  {
    name: 'menu-drawer',
    only: 'phone',
    path: '/alerts',
    merchant: 'full',
    show: async (page) => {
      await page.setViewportSize(phone)
      await page.getByRole('button', { name: 'Open menu' }).click()
    },
  },
  {
    name: 'sidebar-collapsed',
    only: 'desktop',
    path: '/alerts',
    merchant: 'full',
    show: async (page) => {
      await page.getByRole('button', { name: 'Collapse sidebar' }).click()
      await page.mouse.move(640, 400)
    },
  },
]
