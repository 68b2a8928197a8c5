import type { Role } from '@stockcast/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { anOpenOrder, aSnoozedProduct, somePlans } from '../../testing/action-fixtures.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { aSession, withoutStore } from '../../testing/fixtures.ts'
import { aDelivery, aDeliveryList, theNotifications } from '../../testing/notification-fixtures.ts'
import { renderApp, signInForTest } from '../../testing/render-app.tsx'
import { aScorecard } from '../../testing/scorecard-fixtures.ts'
import { aVariant, aVariantList, someSettings } from '../../testing/settings-fixtures.ts'
import { aDashboard, aDetail, aList, anAlert, aRow } from '../../testing/stock-fixtures.ts'
import { ownerReason, readOnlyReason, viewerReason } from '../../ui/messages/billing-texts.ts'

const ended = { isReadOnly: true, subscriptionStatus: 'expired' } as const
const replies = {
  'GET /api/session': aSession({ merchant: ended }),
  'GET /api/dashboard': aDashboard(),
  'GET /api/products': aList([aRow()]),
  'GET /api/products/1': aDetail(),
  'GET /api/variants/1/plans': somePlans({ orders: [anOpenOrder()] }),
  'GET /api/alerts': { alerts: [anAlert()], total: 1, page: 1, pageSize: 50 },
  'GET /api/snoozes': { snoozes: [aSnoozedProduct({ variantId: 2, title: 'Kettle' })] },
  'GET /api/deliveries': aDeliveryList([aDelivery({ status: 'failed', canRetry: true })]),
  'GET /api/scorecard': aScorecard(),
  'GET /api/settings': someSettings,
  'GET /api/settings/variants': aVariantList([aVariant({ variantId: 1, title: 'Apron' })]),
  'GET /api/notifications': theNotifications({
    slack: { isOn: true, webhookUrlMasked: 'https://hooks.slack.com/services/…/abc' },
    sms: { isOn: true, phone: '+14155552671', consentAt: '2026-11-20T15:00:00.000Z' },
  }),
}

beforeEach(signInForTest)

/** Everything on screen that could change something, by what it is called. */
const writes: { path: string; buttons: string[]; before?: (page: Opened) => Promise<void> }[] = [
  {
    path: '/products',
    buttons: ['Sync from Shopify', 'Run Forecasts'],
  },
  {
    path: '/products/1',
    buttons: ['Already ordered…', 'Snooze', 'Remove the order of 120 expected Dec 3'],
  },
  { path: '/alerts', buttons: ['Mark Resolved: Stockout Risk of House Espresso, 1 kg'] },
  { path: '/alerts?show=snoozed', buttons: ['End snooze: Kettle'] },
  { path: '/alerts/deliveries', buttons: ['Send again: 3 products need an order'] },
  {
    path: '/alerts/scorecard',
    buttons: ['Use this setting'],
    before: async ({ user }) => {
      ;(await screen.findByRole('slider')).focus()
      await user.keyboard('{ArrowLeft}')
    },
  },
  { path: '/settings?tab=global', buttons: ['Apply Global Settings to All Products', 'Save'] },
  {
    path: '/settings?tab=products',
    buttons: ['Change settings'],
    before: async ({ user }) => user.click(await screen.findByRole('checkbox', { name: 'Select Apron' })),
  },
  { path: '/settings?tab=notifications', buttons: ['Save'] },
]

const menus = [
  { path: '/products', button: 'More actions', items: ['Load Demo Data'] },
  {
    path: '/products',
    button: 'Actions for House Espresso, 1 kg',
    items: [
      'Run forecast',
      'Already ordered…',
      'Snooze 7 days',
      'Snooze until stock rises',
      'Not restocking',
    ],
  },
  {
    path: '/alerts',
    button: 'Actions for House Espresso, 1 kg',
    items: ['Already ordered…', 'Snooze 7 days', 'Snooze until stock rises', 'Not restocking'],
  },
]

function open(path: string, more: Record<string, unknown> = {}) {
  const server = fakeServer({ ...replies, ...more })
  const changes = () => server.received.filter(({ method }) => method !== 'GET')
  return { changes, ...renderApp(path) }
}
type Opened = ReturnType<typeof open>

async function openAt(
  { path, before: prepare }: { path: string; before: (typeof writes)[number]['before'] | undefined },
  more?: Record<string, unknown>,
) {
  const page = open(path, more)
  await prepare?.(page)
  return page
}

/** Expects that a control can get the focus, is announced as disabled, and gives the reason. */
function expectOff(control: HTMLElement, reason = readOnlyReason): void {
  control.focus()
  expect(document.activeElement).toBe(control)
  expect(control.getAttribute('aria-disabled')).toBe('true')
  const description = document.getElementById(control.getAttribute('aria-describedby') ?? '')
  expect(description?.textContent).toBe(reason)
}

describe('C-04 Without a plan,', () => {
  it.each(writes)(
    'on $path $buttons take focus, do nothing and say why',
    async ({ path, buttons, before }) => {
      const page = await openAt({ path, before })
      for (const name of buttons) {
        const button = await screen.findByRole('button', { name })
        expectOff(button)
        await page.user.click(button)
        await page.user.keyboard('{Enter}')
      }
      expect(screen.queryByRole('menu')).toBeNull()
      expect(page.changes()).toEqual([])
    },
  )

  it.each(menus)(
    'on $path $items in a menu can be focused, do nothing and say why',
    async ({ path, button, items }) => {
      const page = open(path)
      await page.user.click(await screen.findByRole('button', { name: button }))
      const menu = await screen.findByRole('menu')
      expect(within(menu).getByText(readOnlyReason, { selector: '[aria-hidden]:not([id])' })).toBeTruthy()
      for (const name of items) {
        const item = within(menu).getByRole('menuitem', { name })
        expectOff(item)
        await page.user.click(item)
        await page.user.keyboard('{Enter}')
      }
      expect(screen.queryByRole('dialog')).toBeNull()
      expect(page.changes()).toEqual([])
    },
  )

  it.each(['/dashboard', ...new Set(writes.map(({ path }) => path))])(
    '%s: no button and no field sends a change',
    async (path) => {
      const page = open(path)
      await screen.findByRole('heading', { level: 1 })
      await waitFor(() => expect(document.querySelector('[aria-hidden] .mantine-Skeleton-root')).toBeNull())
      for (const field of screen.queryAllByRole('textbox')) await page.user.type(field, '1{Enter}')
      for (const box of screen.queryAllByRole('switch')) await page.user.click(box)
      for (const button of screen.getAllByRole('button').filter(staysHere)) await page.user.click(button)
      expect(page.changes()).toEqual([])
    },
  )

  it('the fields of the notifications are disabled, and the reason is above them', async () => {
    open('/settings?tab=notifications')
    const form = await screen.findByRole('form', { name: 'Notifications' })
    expect(within(form).getByText(readOnlyReason, { selector: 'p' })).toBeTruthy()
    for (const name of ['Slack', 'Email', 'SMS']) {
      expect(within(form).getByRole('group', { name })).toHaveProperty('disabled', true)
    }
  })

  it('the settings of a product can be read but not edited', async () => {
    open('/settings?tab=products')
    const input = await screen.findByLabelText('Safety stock of Apron')
    expect(input).toHaveProperty('readOnly', true)
    expect(input.getAttribute('title')).toBe(readOnlyReason)
  })

  it('the global search offers nothing that changes something', async () => {
    const { user } = open('/settings?tab=global')
    await screen.findByRole('heading', { level: 1 })
    await user.keyboard('{Control>}k{/Control}')
    const names = (await screen.findAllByRole('option')).map((option) => option.textContent)
    expect(names).toContain('Export CSV')
    expect(names.join()).not.toMatch(/Sync|Run Forecasts/)
  })

  it('no store can be connected and no demo data loaded, by click or by Enter', async () => {
    const session = aSession({ merchant: { ...ended, ...withoutStore }, connection: null })
    const page = open('/connect-shopify', { 'GET /api/session': session })
    await page.user.type(await screen.findByLabelText('Store name'), 'a-store{Enter}')
    expectOff(screen.getByRole('button', { name: 'Connect Store' }))
    expect(screen.queryByRole('button', { name: 'Load Demo Data' })).toBeNull()
    expect(page.changes()).toEqual([])
  })
})

/** What belongs to a person and not to the shop. */
const own = ['/settings?tab=notifications', '/alerts/deliveries']
const ofOwner = ['/alerts/scorecard', '/settings?tab=global']

const as = (role: Role) => ({
  'GET /api/session': aSession({
    user: {
      email: 'x@y.test',
      homeId: 9,
      role,
      isMemberOnly: true,
      shops: [{ merchantId: 7, name: 'x', role }],
    },
  }),
})

describe('M-01 Controls by role:', () => {
  const shops = writes.filter(({ path }) => !own.includes(path))
  const refused = [
    ...shops.map((screenOf) => ({
      ...screenOf,
      role: 'viewer' as const,
      reason: ofOwner.includes(screenOf.path) ? ownerReason : viewerReason,
    })),
    ...shops
      .filter(({ path }) => ofOwner.includes(path))
      .map((screenOf) => ({ ...screenOf, role: 'buyer' as const, reason: ownerReason })),
  ]

  it.each(refused)(
    'on $path $buttons are off for a $role, and say why',
    async ({ path, buttons, before, role, reason }) => {
      const page = await openAt({ path, before }, as(role))
      for (const name of buttons) {
        const button = await screen.findByRole('button', { name })
        expectOff(button, reason)
        await page.user.click(button)
      }
      expect(page.changes()).toEqual([])
    },
  )

  it.each(writes.filter(({ path }) => !ofOwner.includes(path)))(
    'on $path $buttons are on for a buyer',
    async ({ path, buttons, before }) => {
      await openAt({ path, before }, as('buyer'))
      for (const name of buttons)
        expect((await screen.findByRole('button', { name })).getAttribute('aria-disabled')).toBeNull()
    },
  )

  it('a viewer sets up channels of their own, and sends their messages again', async () => {
    open('/settings?tab=notifications', as('viewer'))
    const form = await screen.findByRole('form', { name: 'Notifications' })
    for (const name of ['Slack', 'Email', 'SMS'])
      expect(within(form).getByRole('group', { name })).toHaveProperty('disabled', false)
    expect(within(form).getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBeNull()
  })

  it('only the owner is offered demo data in the menu of the products', async () => {
    const page = open('/products', as('buyer'))
    await page.user.click(await screen.findByRole('button', { name: 'More actions' }))
    const menu = within(await screen.findByRole('menu'))
    expectOff(menu.getByRole('menuitem', { name: 'Load Demo Data' }), ownerReason)
    expect(menu.getByRole('menuitem', { name: 'Import a file' }).getAttribute('aria-disabled')).toBeNull()
  })
})

const staysHere = (button: HTMLElement): boolean => button.getAttribute('aria-label') !== 'Sign Out'
