import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aBilling, anEndedPlan, aPaidPlan } from '../testing/billing-fixtures.ts'
import { fakeServer } from '../testing/fake-server.ts'
import { aSession, withoutStore } from '../testing/fixtures.ts'
import { aDelivery, aDeliveryList, theNotifications } from '../testing/notification-fixtures.ts'
import { openApp, renderApp, signInForTest } from '../testing/render-app.tsx'
import { aScorecard } from '../testing/scorecard-fixtures.ts'
import { anAccount, aVariant, aVariantList, someSettings } from '../testing/settings-fixtures.ts'
import { aDashboard, aList, anAlert, anEmptyDashboard, anEmptyList, aRow } from '../testing/stock-fixtures.ts'

const never = () => new Promise(() => undefined)
const newMerchant = aSession({
  merchant: withoutStore,
  connection: null,
  sandboxShop: 'northfold-coffee',
  freshness: { stockAsOf: null, forecastAsOf: null, isStale: false },
})
const over = aSession({ merchant: { subscriptionStatus: 'expired', isReadOnly: true } })
const dead = aDelivery({ status: 'failed', sentAt: null, canRetry: true })
const slackOn = theNotifications({ slack: { isOn: true, webhookUrlMasked: 'https://hooks.slack.com/…/abc' } })

const base = {
  'GET /api/dashboard': aDashboard(),
  'GET /api/products': aList([aRow()]),
  'GET /api/alerts': { alerts: [anAlert()], total: 1, page: 1, pageSize: 50 },
  'GET /api/snoozes': { snoozes: [] },
  'GET /api/deliveries': aDeliveryList([dead]),
  'GET /api/scorecard': aScorecard(),
  'GET /api/notifications': slackOn,
  'GET /api/settings': someSettings,
  'GET /api/settings/variants': aVariantList([aVariant({ variantId: 1, title: 'Apron' })]),
  'GET /api/billing': aBilling(),
  'GET /api/account': anAccount(),
}
const nothingYet = {
  'GET /api/session': newMerchant,
  'GET /api/dashboard': anEmptyDashboard(),
  'GET /api/products': anEmptyList(),
}

interface Press {
  path: string
  button: string | RegExp
  starts: string
  replies?: Record<string, unknown>
  isAnonymous?: boolean
  /** In an open dialog. */
  within?: 'dialog'
  prepare?: () => Promise<unknown>
}

const type = async (label: string | RegExp, text: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value: text } })
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const credentials = async () => {
  await type('Email', 'owner@northfold.test')
  await type('Password', 'espresso1')
}

const anonymous: Press[] = [
  { path: '/', button: 'Try the demo', starts: 'POST /api/auth/sign-in/demo' },
  { path: '/auth', button: 'Sign In', starts: 'POST /api/auth/sign-in/email', prepare: credentials },
  {
    path: '/auth?tab=signup',
    button: 'Sign Up',
    starts: 'POST /api/auth/sign-up/email',
    prepare: credentials,
  },
  {
    path: '/auth/reset',
    button: 'Send reset link',
    starts: 'POST /api/auth/request-password-reset',
    prepare: () => type('Email', 'owner@northfold.test'),
  },
  {
    path: '/auth/reset?token=t',
    button: 'Save new password',
    starts: 'POST /api/auth/reset-password',
    prepare: () => type('New password', 'espresso1'),
  },
]

const beforeStore: Press[] = [
  {
    path: '/add-payment',
    button: 'Add Payment Method',
    starts: 'POST /functions/stripe-create-setup-session',
  },
  {
    path: '/connect-shopify',
    button: 'Connect Store',
    starts: 'POST /functions/shopify-oauth-init',
    prepare: () => type('Store name', 'northfold'),
  },
  { path: '/connect-shopify', button: 'Load Demo Data', starts: 'POST /functions/seed-demo-data' },
  { path: '/dashboard', button: 'Load Demo Data', starts: 'POST /functions/seed-demo-data' },
  { path: '/dashboard', button: 'Try the sandbox store', starts: 'POST /functions/shopify-oauth-init' },
  { path: '/products', button: 'Load Demo Data', starts: 'POST /functions/seed-demo-data' },
]

const withStore: Press[] = [
  { path: '/products', button: 'Sync from Shopify', starts: 'POST /functions/shopify-sync-inventory' },
  { path: '/products', button: 'Run Forecasts', starts: 'POST /functions/forecast-stockout' },
  { path: '/products', button: 'Export CSV', starts: 'GET /api/products/export.csv' },
  { path: '/alerts', button: /^Mark Resolved/, starts: 'POST /api/alerts/1/resolve' },
  { path: '/alerts/deliveries', button: /^Send again/, starts: 'POST /api/deliveries/1/retry' },
  { path: '/alerts/scorecard', button: 'Export CSV', starts: 'GET /api/scorecard/export.csv' },
  {
    path: '/alerts/scorecard',
    button: 'Use this setting',
    starts: 'PUT /api/scorecard/sensitivity',
    prepare: async () => {
      const slider = await screen.findByRole('slider', { name: 'From quiet to cautious' })
      fireEvent.keyDown(slider, { key: 'ArrowRight' })
    },
  },
  { path: '/settings', button: 'Save', starts: 'PUT /api/settings' },
  {
    path: '/settings',
    button: /^Apply/,
    within: 'dialog',
    starts: 'POST /api/settings/apply',
    prepare: () => press('Apply Global Settings to All Products'),
  },
  {
    path: '/settings?tab=products',
    button: 'Save Apron',
    starts: 'PUT /api/variants/1/settings',
    prepare: () => type('Safety stock of Apron', '12'),
  },
  { path: '/settings?tab=notifications', button: 'Save', starts: 'PUT /api/notifications' },
  {
    path: '/settings?tab=notifications',
    button: 'Send a test message',
    starts: 'POST /api/notifications/slack/test',
  },
  {
    path: '/settings?tab=billing',
    button: 'Update Payment Method',
    starts: 'POST /api/billing/update-payment-method',
  },
  {
    path: '/settings?tab=billing',
    button: 'Manage Subscription',
    starts: 'POST /api/billing/portal',
    replies: { 'GET /api/billing': aPaidPlan() },
  },
  {
    path: '/settings?tab=billing',
    button: 'Reactivate',
    starts: 'POST /api/billing/reactivate',
    replies: { 'GET /api/session': over, 'GET /api/billing': anEndedPlan() },
  },
  {
    path: '/settings?tab=billing',
    button: 'Accept 14 Days Free',
    starts: 'POST /api/billing/extend-trial',
    prepare: () => press('Cancel Subscription'),
  },
  {
    path: '/settings?tab=billing',
    button: 'Cancel Subscription',
    within: 'dialog',
    starts: 'POST /api/billing/cancel',
    prepare: async () => {
      await press('Cancel Subscription')
      await press('No Thanks, Cancel Anyway')
      await screen.findByLabelText('What was missing?')
    },
  },
  {
    path: '/settings?tab=account',
    button: 'Sign out Safari on iOS',
    starts: 'DELETE /api/account/devices/two',
  },
  { path: '/settings?tab=account', button: 'Sign out everywhere', starts: 'DELETE /api/account/devices' },
  { path: '/settings', button: 'Sign Out', starts: 'POST /api/auth/sign-out' },
]

const named = (presses: Press[]) => presses.map((each) => [String(each.button), each.path, each] as const)

async function pressTwice({ path, button, starts, replies = {}, within: place, prepare }: Press) {
  const server = fakeServer({ ...base, ...replies, [starts]: never })
  renderApp(path)
  await prepare?.()
  if (place === 'dialog') await screen.findByRole('dialog')
  const scope = place === 'dialog' ? within(screen.getByRole('dialog')) : screen
  const [target] = await scope.findAllByRole('button', { name: button })
  // Both presses come before the first is drawn.
  act(() => {
    target!.click()
    target!.click()
  })
  await waitFor(() => expect(server.of(starts).length).toBeGreaterThan(0))
  act(() => target!.click())
  expect(server.of(starts)).toHaveLength(1)
}

beforeEach(() => {
  vi.stubGlobal(
    'open',
    vi.fn(() => ({ location: { replace: vi.fn() }, close: vi.fn(), opener: null })),
  )
})

describe('pressed twice', () => {
  it.each(named(anonymous))('P-02 %s of %s starts once', (_button, _path, row) => pressTwice(row))

  it.each(named(beforeStore))('P-02 %s of %s starts once, before there is a store', (_button, _path, row) => {
    signInForTest()
    return pressTwice({ ...row, replies: nothingYet })
  })

  it.each(named(withStore))('P-02 %s of %s starts once, with a store', (_button, _path, row) => {
    signInForTest()
    return pressTwice(row)
  })

  it('P-02, G-06 Manage Subscription opens one tab', async () => {
    signInForTest()
    await pressTwice(withStore.find(({ button }) => button === 'Manage Subscription')!)
    expect(window.open).toHaveBeenCalledTimes(1)
  })

  it('R-04 two alerts that are resolved one after the other are both resolved', async () => {
    const { server } = openApp('/alerts', {
      ...base,
      'GET /api/alerts': {
        alerts: [anAlert(), anAlert({ id: 2, variantId: 2 })],
        total: 2,
        page: 1,
        pageSize: 50,
      },
      'POST /api/alerts/1/resolve': never,
      'POST /api/alerts/2/resolve': never,
    })
    const buttons = await screen.findAllByRole('button', { name: /^Mark Resolved/ })
    act(() => {
      for (const each of buttons) each.click()
    })
    await waitFor(() => expect(server.of('POST /api/alerts/2/resolve')).toHaveLength(1))
    expect(server.of('POST /api/alerts/1/resolve')).toHaveLength(1)
  })
})
