import type { Page } from '@playwright/test'
import { chooseFile } from './files.ts'
import { invitedAgain } from './late-states.ts'
import { openDialog, openMenu } from './open-overlays.ts'
import type { Screen } from './screens.ts'

const inTable = (name: string) => async (page: Page) => {
  await page.getByRole('table', { name }).locator('tbody').getByRole('link').first().click()
  await page.getByRole('heading', { name: 'Parts' }).or(page.getByText('Projected stock')).first().waitFor()
}

const openBundle = inTable('Bundles')

/** Opens the first part of the bundle, whose forecast is changed. */
async function openPart(page: Page): Promise<void> {
  await openBundle(page)
  await inTable('Parts of this bundle')(page)
  await page.getByRole('region', { name: 'Changed by hand' }).getByRole('listitem').first().waitFor()
}

const then =
  (...steps: readonly ((page: Page) => Promise<void>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page)
  }

/** The screens of a merchant after weeks of work. */
export const weeksScreens: readonly Omit<Screen, 'merchant'>[] = [
  { name: 'bundles-full', path: '/bundles' },
  { name: 'bundle', path: '/bundles', show: openBundle },
  {
    name: 'bundle-recipe-dialog',
    path: '/bundles',
    show: then(openBundle, (page) => openDialog(page, 'Change recipe')),
  },
  {
    name: 'bundles-import-faults',
    path: '/bundles',
    show: async (page) => {
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      const recipes = 'Bundle SKU,Part SKU,Quantity\nNO-BOX,NO-MUG,2\nNO-BOX,NO-TEA,one\n'
      await chooseFile(page, 'recipes.csv', recipes)
      await page.getByText(/^Line 2/).waitFor()
    },
  },
  { name: 'forecast-changes', path: '/bundles', show: openPart },
  {
    name: 'forecast-change-dialog',
    path: '/bundles',
    show: then(openPart, async (page) => {
      await openDialog(page, 'Change forecast')
      await page.getByLabel(/^Percent more/).fill('100')
    }),
  },
  { name: 'transfers-full', path: '/order/transfers' },
  {
    name: 'transfer-receive-dialog',
    path: '/order/transfers',
    show: async (page) => {
      await openDialog(page, 'Mark as received')
      await page.getByRole('dialog').getByRole('textbox').first().fill('4')
    },
  },
  { name: 'reports-full', path: '/reports' },
  {
    name: 'report-form',
    path: '/reports',
    show: (page) => page.getByRole('button', { name: 'Set up' }).first().click(),
  },
  {
    name: 'report',
    path: '/reports',
    show: async (page) => {
      await page
        .getByRole('link', { name: /^What to order, / })
        .first()
        .click()
      await page.getByRole('link', { name: 'All reports' }).waitFor()
    },
  },
  {
    name: 'products-views-menu',
    path: '/products?status=critical',
    show: (page) => openMenu(page, 'Running out'),
  },
  {
    name: 'products-view-dialog',
    path: '/products?status=healthy',
    show: async (page) => {
      await openMenu(page, 'Views')
      await page.getByRole('menuitem', { name: 'Save this view' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'products-filter',
    path: '/products',
    show: async (page) => {
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      await page.getByRole('combobox', { name: 'Tag' }).waitFor()
    },
  },
  {
    name: 'products-bulk-menu',
    path: '/products?status=healthy',
    show: (page) => openMenu(page, /^Change \d+ products/),
  },
  {
    name: 'products-bulk-dialog',
    path: '/products?status=healthy',
    show: async (page) => {
      await openMenu(page, /^Change \d+ products/)
      await page.getByRole('menuitem', { name: 'Set lead time' }).click()
      await page.getByRole('dialog').getByLabel('Days').fill('21')
    },
  },
  { name: 'settings-team', path: '/settings?tab=account' },
  { name: 'email-confirm', path: '/account/email?token=a-token' },
  {
    name: 'email-confirm-refused',
    path: '/account/email?token=a-token',
    show: async (page) => {
      await page.getByRole('button', { name: 'Use this address' }).click()
      await page.getByRole('link', { name: 'Go to account settings' }).waitFor()
    },
  },
  { name: 'invitation-to-another', path: '/invitation?token=a-token', changed: invitedAgain },
]
