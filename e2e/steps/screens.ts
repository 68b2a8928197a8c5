import type { Page } from '@playwright/test'
import type { Merchant } from './kinds-of-merchants.ts'
import type { ChangedAnswer } from './late-states.ts'
import { channelsOff, messagesSent, noSimulation, planEnded, syncRunning } from './late-states.ts'
import { openDialog, openMenu, tickAll, uploadFile } from './open-overlays.ts'
import { orderScreens } from './order-screens.ts'

export interface Screen {
  name: string
  path: string
  merchant: Merchant
  /** API requests that fail or are never answered. */
  failing?: string
  waiting?: string
  changed?: ChangedAnswer
  /** True for a page that leads on by itself after two seconds. */
  movesOn?: boolean
  /** Brings the loaded page into the state to show. */
  show?: (page: Page) => Promise<void>
}

/** The API answer used for all failures. */
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

const getSettings = (state: string) =>
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
    ...['help', 'contact', 'terms', 'privacy'].map((name) => ({ name, path: `/${name}` })),
    { name: 'not-found', path: '/no/such/page' },
    { name: 'api-reference', path: '/docs/api#getProducts' },
  ]),
  ...of('new', [
    { name: 'add-payment', path: '/add-payment' },
    { name: 'add-payment-trial-used', path: '/add-payment', changed: planEnded },
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
    ...dataScreens.map((name) => ({ name: `${name}-without-store`, path: `/${name}` })),
    { name: 'dashboard-without-store-loading', path: '/dashboard', waiting: '**/api/dashboard*' },
    { name: 'dashboard-without-store-failed', path: '/dashboard', failing: '**/api/dashboard*' },
    { name: 'dashboard-without-store-ended', path: '/dashboard', changed: planEnded },
    { name: 'scorecard-without-store', path: '/alerts/scorecard' },
    ...getSettings('empty'),
    {
      name: 'settings-two-step-dialog',
      path: '/settings?tab=account',
      show: (page) => openDialog(page, 'Set up'),
    },
  ]),
  ...of('importer', [
    {
      name: 'import-preview',
      path: '/import',
      show: (page) => uploadFile(page, 'product,variant,sku,price,stock\nKettle,Black,KET-B,79.50,40\n'),
    },
    {
      name: 'import-faults',
      path: '/import',
      show: (page) => uploadFile(page, 'product,variant,sku,price,stock\nKettle,,KET-B,x,forty\n'),
    },
  ]),
  ...of('demoUser', [
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
    { name: 'products-columns-menu', path: '/products', show: (page) => openMenu(page, 'Columns') },
    { name: 'products-export-menu', path: '/products', show: (page) => openMenu(page, 'Export as') },
    { name: 'products-more-menu', path: '/products', show: (page) => openMenu(page, 'More actions') },
    { name: 'products-act-menu', path: '/products', show: (page) => openMenu(page, /^Actions for/) },
    {
      name: 'product-order-dialog',
      path: '/products',
      show: async (page) => {
        await openFirstProduct(page)
        await openDialog(page, /^Already ordered/)
      },
    },
    {
      name: 'product-snooze-menu',
      path: '/products',
      show: async (page) => {
        await openFirstProduct(page)
        await openMenu(page, 'Snooze')
      },
    },
    { name: 'bundles-none', path: '/bundles' },
    { name: 'bundles-add-dialog', path: '/bundles', show: (page) => openDialog(page, 'Add bundle') },
    { name: 'bundles-failed', path: '/bundles', failing: '**/api/bundles*' },
    { name: 'bundles-loading', path: '/bundles', waiting: '**/api/bundles*' },
    { name: 'product-failed', path: '/products/1', failing: '**/api/products/*' },
    { name: 'product-loading', path: '/products/1', waiting: '**/api/products/*' },
    { name: 'product-not-found', path: '/products/999999999' },
    { name: 'alerts', path: '/alerts' },
    { name: 'alerts-none-resolved', path: '/alerts?status=resolved' },
    { name: 'alerts-act-menu', path: '/alerts', show: (page) => openMenu(page, /^Actions for/) },
    { name: 'alerts-snoozed-dialog', path: '/alerts?show=snoozed' },
    { name: 'deliveries', path: '/alerts/deliveries' },
    { name: 'deliveries-full', path: '/alerts/deliveries', changed: messagesSent },
    { name: 'deliveries-failed', path: '/alerts/deliveries', failing: '**/api/deliveries*' },
    { name: 'deliveries-loading', path: '/alerts/deliveries', waiting: '**/api/deliveries*' },
    { name: 'scorecard', path: '/alerts/scorecard' },
    { name: 'scorecard-none', path: '/alerts/scorecard', changed: noSimulation },
    { name: 'scorecard-failed', path: '/alerts/scorecard', failing: '**/api/scorecard' },
    { name: 'scorecard-loading', path: '/alerts/scorecard', waiting: '**/api/scorecard' },
    { name: 'order', path: '/order' },
    { name: 'orders', path: '/order/orders' },
    { name: 'orders-failed', path: '/order/orders', failing: '**/api/purchase-orders*' },
    { name: 'orders-loading', path: '/order/orders', waiting: '**/api/purchase-orders*' },
    { name: 'order-not-found', path: '/order/orders/999999999' },
    { name: 'suppliers', path: '/order/suppliers' },
    {
      name: 'supplier-dialog',
      path: '/order/suppliers',
      show: (page) => openDialog(page, 'Add supplier'),
    },
    { name: 'supplier-not-found', path: '/order/suppliers/999999999' },
    { name: 'suppliers-failed', path: '/order/suppliers', failing: '**/api/suppliers*' },
    { name: 'supplier-import', path: '/order/import' },
    { name: 'transfers', path: '/order/transfers' },
    { name: 'excess', path: '/order/excess' },
    { name: 'reports', path: '/reports' },
    { name: 'report-not-found', path: '/reports/999999999' },
    { name: 'first-sync', path: '/connect-shopify/sync', changed: syncRunning },
    { name: 'trends', path: '/trends' },
    { name: 'change-store', path: '/connect-shopify?change=1' },
    { name: 'callback-failed', path: '/shopify/callback?code=a', movesOn: true },
    ...getSettings('full'),
    {
      name: 'settings-bulk-dialog',
      path: '/settings?tab=products',
      show: async (page) => {
        await tickAll(page)
        await openDialog(page, 'Change settings')
        await page.getByRole('dialog').getByText('Set to').first().click()
      },
    },
    {
      name: 'settings-apply-dialog',
      path: '/settings?tab=global',
      show: (page) => openDialog(page, 'Apply Global Settings to All Products'),
    },
    {
      name: 'settings-cancel-dialog',
      path: '/settings?tab=billing',
      show: (page) => openDialog(page, 'Cancel Subscription'),
    },
    {
      name: 'settings-delete-dialog',
      path: '/settings?tab=account',
      show: (page) => openDialog(page, 'Delete my account'),
    },
    { name: 'settings-channel-off', path: '/settings?tab=notifications', changed: channelsOff },
    ...['/dashboard', '/products', '/settings?tab=notifications', '/settings?tab=billing'].map((path) => ({
      name: `read-only-${path.replace('/settings?tab=', '').replace('/', '')}`,
      path,
      changed: planEnded,
    })),
    {
      name: 'read-only-act-menu',
      path: '/alerts',
      changed: planEnded,
      show: (page) => openMenu(page, /^Actions for/),
    },
    ...dataScreens.map((name) => ({ name: `${name}-failed`, path: `/${name}`, failing: `**/api/${name}*` })),
    ...dataScreens.map((name) => ({ name: `${name}-loading`, path: `/${name}`, waiting: `**/api/${name}*` })),
    { name: 'settings-failed', path: '/settings', failing: '**/api/settings' },
  ]),
  ...of('buyer', orderScreens),
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
