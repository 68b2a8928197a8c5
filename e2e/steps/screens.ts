import type { Page } from '@playwright/test'
import type { Merchant } from './kinds-of-merchants.ts'
import type { ChangedAnswer } from './late-states.ts'
import {
  channelsOff,
  invitedAgain,
  invitedAnew,
  messagesSent,
  noSimulation,
  planEnded,
  plans,
  syncRunning,
} from './late-states.ts'
import { openDialog, openMenu, tickAll, uploadFile } from './open-overlays.ts'
import { orderScreens } from './order-screens.ts'
import { weeksScreens } from './weeks-screens.ts'

export interface Screen {
  name: string
  path: string
  merchant: Merchant
  /** API requests that fail or are never answered. */
  failing?: string
  waiting?: string
  changed?: ChangedAnswer | readonly ChangedAnswer[]
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

const goOffline = (page: Page) =>
  page.evaluate(`
    Object.defineProperty(navigator, 'onLine', { value: false })
    window.dispatchEvent(new Event('offline'))
  `) as Promise<void>

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
    { name: 'invitation', path: '/invitation?token=a-token', changed: invitedAnew },
    { name: 'invitation-sign-in', path: '/invitation?token=a-token', changed: invitedAgain },
    { name: 'invitation-gone', path: '/invitation?token=a-token' },
    { name: 'email-undo', path: '/auth/undo-email?token=a-token' },
    {
      name: 'email-undo-refused',
      path: '/auth/undo-email?token=a-token',
      show: async (page) => {
        await page.getByRole('button', { name: 'Restore my address' }).click()
        await page.getByRole('alert').first().waitFor()
      },
    },
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
    {
      name: 'import-old-encoding',
      path: '/import',
      show: (page) =>
        uploadFile(page, 'product;sku;price;stock\nKaffeemühle;M-1;79,50;40\nSüßholz;S-1;4,00;9\n', 'latin1'),
    },
    {
      name: 'import-columns',
      path: '/import',
      show: (page) => uploadFile(page, 'Ware,Nr,Wert,Lager\nKettle,KET-B,79.50,40\nPapers,PAP,4.00,300\n'),
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
    { name: 'settings-locations', path: '/settings?tab=locations' },
    ...Object.entries(plans).map(([state, changed]) => ({
      name: `billing-${state}`,
      path: '/settings?tab=billing',
      changed,
    })),
    {
      name: 'billing-offer-dialog',
      path: '/settings?tab=billing',
      changed: plans.trial,
      show: (page) => openDialog(page, 'Cancel Subscription'),
    },
    {
      name: 'billing-cancel-dialog',
      path: '/settings?tab=billing',
      changed: plans.paid,
      show: (page) => openDialog(page, 'Cancel Subscription'),
    },
    {
      name: 'billing-feedback-dialog',
      path: '/settings?tab=billing',
      changed: plans.paid,
      show: async (page) => {
        await openDialog(page, 'Cancel Subscription')
        await page.getByRole('button', { name: 'Cancel My Subscription' }).click()
        await page.getByLabel('What was missing?').waitFor()
      },
    },
    {
      name: 'payment-page-failed',
      path: '/dashboard',
      show: async (page) => {
        await page.route('**/functions/stripe-create-subscription', (route) => route.abort())
        await page.goto('/subscribe')
        await page.getByRole('link', { name: 'Back to Billing' }).waitFor()
      },
    },
    { name: 'payment-not-confirmed', path: '/stripe/subscription-complete' },
    { name: 'offline', path: '/dashboard', show: goOffline },
    {
      name: 'offline-page',
      path: '/dashboard',
      show: async (page) => {
        await goOffline(page)
        await page.route('**/api/**', (route) => route.abort())
        await page.getByRole('link', { name: 'Trends' }).first().click()
        await page.getByRole('button', { name: 'Try again' }).first().waitFor()
      },
    },
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
      changed: plans.expired,
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
  ...of('buyer', [...orderScreens, ...weeksScreens]),
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
