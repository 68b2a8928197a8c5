import type { Page } from '@playwright/test'
import type { Merchant } from './kinds-of-merchants.ts'

export interface Screen {
  name: string
  path: string
  merchant: Merchant
  /** Answers of the API that are made to fail, or never come. */
  failing?: string
  waiting?: string
  /** From the loaded page to what is to be seen. */
  show?: (page: Page) => Promise<void>
}

/** The answer of the API that stands for every failure. */
export const fault = {
  error: { code: 'internal', message: 'Something went wrong on our side. Please try again.' },
}

const settingsTabs = ['global', 'products', 'notifications', 'billing', 'account']
const dataScreens = ['dashboard', 'products', 'alerts', 'trends'] as const

const openFirstProduct = async (page: Page) => {
  await page.getByRole('table', { name: 'Products' }).locator('tbody').getByRole('link').first().click()
  await page.getByRole('heading', { name: 'Projected stock' }).waitFor()
}

const of = (merchant: Merchant, screens: readonly Omit<Screen, 'merchant'>[]) =>
  screens.map((screen) => ({ ...screen, merchant }))

const settingsOf = (state: string) =>
  settingsTabs.map((tab) => ({ name: `settings-${tab}-${state}`, path: `/settings?tab=${tab}` }))

/** Every screen in its states. */
export const screens: readonly Screen[] = [
  ...of('nobody', [
    { name: 'landing', path: '/' },
    { name: 'sign-in', path: '/auth' },
    { name: 'sign-up', path: '/auth?tab=signup' },
    {
      name: 'sign-up-errors',
      path: '/auth?tab=signup',
      show: (page) => page.locator('form').getByRole('button', { name: 'Sign Up' }).click(),
    },
    { name: 'reset-request', path: '/auth/reset' },
    { name: 'reset-new-password', path: '/auth/reset?token=a-token' },
    { name: 'not-found', path: '/no/such/page' },
    { name: 'api-reference', path: '/docs/api#getProducts' },
  ]),
  ...of('new', [
    { name: 'add-payment', path: '/add-payment' },
    { name: 'connect', path: '/connect-shopify' },
    {
      name: 'connect-custom-domain',
      path: '/connect-shopify',
      show: async (page) => {
        await page.getByLabel('Store name').fill('shop.example.com')
        await page.getByRole('button', { name: 'Connect Store' }).click()
      },
    },
    { name: 'import-empty', path: '/import' },
    ...settingsOf('empty'),
  ]),
  ...of('visitor', [
    { name: 'demo-dashboard', path: '/dashboard' },
    { name: 'demo-products', path: '/products' },
    { name: 'demo-keep-first', path: '/connect-shopify' },
    {
      name: 'demo-keep-dialog',
      path: '/dashboard',
      show: (page) => page.getByRole('button', { name: 'Keep this account' }).click(),
    },
  ]),
  ...of('full', [
    { name: 'dashboard', path: '/dashboard' },
    { name: 'search', path: '/dashboard', show: (page) => page.keyboard.press('Control+k') },
    {
      name: 'search-nothing',
      path: '/dashboard',
      show: async (page) => {
        await page.keyboard.press('Control+k')
        await page.getByRole('combobox').fill('nothing is called like this')
        await page.getByText('Nothing is called').waitFor()
      },
    },
    { name: 'products', path: '/products' },
    {
      name: 'products-toast',
      path: '/products',
      show: async (page) => {
        await page.route('**/export.csv', (route) => route.fulfill({ status: 400, json: fault }))
        await page.getByRole('button', { name: 'Export CSV' }).click()
        await page.getByRole('alert').first().waitFor()
      },
    },
    { name: 'products-none-found', path: '/products?search=nothing+is+called+like+this' },
    { name: 'product', path: '/products', show: openFirstProduct },
    { name: 'product-not-found', path: '/products/999999999' },
    { name: 'alerts', path: '/alerts' },
    { name: 'alerts-none-resolved', path: '/alerts?status=resolved' },
    { name: 'scorecard', path: '/alerts/scorecard' },
    { name: 'trends', path: '/trends' },
    { name: 'change-store', path: '/connect-shopify?change=1' },
    { name: 'callback-failed', path: '/shopify/callback?code=a' },
    ...settingsOf('full'),
    ...dataScreens.map((name) => ({ name: `${name}-failed`, path: `/${name}`, failing: `**/api/${name}*` })),
    ...dataScreens.map((name) => ({ name: `${name}-loading`, path: `/${name}`, waiting: `**/api/${name}*` })),
    { name: 'settings-failed', path: '/settings', failing: '**/api/settings' },
  ]),
  ...of('longNames', [
    { name: 'dashboard-long-names', path: '/dashboard' },
    { name: 'products-long-names', path: '/products' },
    { name: 'product-long-names', path: '/products', show: openFirstProduct },
    { name: 'alerts-long-names', path: '/alerts' },
    { name: 'trends-long-names', path: '/trends' },
    { name: 'settings-products-long-names', path: '/settings?tab=products' },
    { name: 'settings-account-long-names', path: '/settings?tab=account' },
  ]),
]
