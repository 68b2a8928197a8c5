import type { Alert, SnoozeList } from '@stockcast/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { anOpenOrder, aSnooze, aSnoozedProduct, somePlans } from '../../testing/action-fixtures.ts'
import { Answer, failure } from '../../testing/fake-server.ts'
import { aSession } from '../../testing/fixtures.ts'
import { openApp } from '../../testing/render-app.tsx'
import { aDetail, aList, anAlert, aRow } from '../../testing/stock-fixtures.ts'

const listOf = (...alerts: Alert[]) => ({ alerts, total: alerts.length, page: 1, pageSize: 50 })
const listOfSnoozes = (...snoozes: SnoozeList['snoozes']): SnoozeList => ({ snoozes })
const done = { done: true }

const open = (replies: Record<string, unknown> = {}, path = '/alerts', session = aSession()) =>
  openApp(path, {
    'GET /api/session': session,
    'GET /api/alerts': listOf(anAlert()),
    'GET /api/snoozes': listOfSnoozes(),
    'GET /api/products/1': aDetail(),
    'GET /api/variants/1/plans': somePlans(),
    ...replies,
  })

type Opened = ReturnType<typeof open>

async function choose({ user }: Opened, action: string) {
  await user.choose(await screen.findByRole('button', { name: 'Actions for House Espresso, 1 kg' }), action)
}

describe('The order form, opened from an alert,', () => {
  it('R-02 starts with the recommended units and the day they would arrive, and notes the order', async () => {
    const page = open({ 'POST /api/variants/1/orders': anOpenOrder({ units: 800 }) })
    await choose(page, 'Already ordered…')
    const dialog = await screen.findByRole('dialog', { name: 'Already ordered' })
    expect(await within(dialog).findByText('House Espresso, 1 kg.')).toBeTruthy()
    const units = await within(dialog).findByLabelText('Units ordered')
    expect(units).toHaveProperty('value', '792')
    expect(within(dialog).getByLabelText('Expected on')).toHaveProperty('value', '2026-12-04')
    await page.user.fill(units, '800')
    await page.user.click(within(dialog).getByRole('button', { name: 'Save the order' }))
    expect(await screen.findByText('Order recorded')).toBeTruthy()
    expect(page.server.bodies('POST /api/variants/1/orders')).toEqual([
      { units: 800, expectedOn: '2026-12-04' },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(page.server.of('GET /api/alerts').length).toBeGreaterThan(1)
  })

  it.each([
    ['DE', '120.000'],
    ['FR', '120\u202f000'],
    ['IN', '1,20,000'],
    ['CH', "120'000"],
    [null, '120,000'],
  ])('groups the digits of typed units as in %s: %s', async (countryCode, shown) => {
    const page = open({
      'GET /api/session': aSession({ merchant: { countryCode } }),
      'POST /api/variants/1/orders': anOpenOrder({ units: 120_000 }),
    })
    await choose(page, 'Already ordered…')
    const units = await screen.findByLabelText('Units ordered')
    await page.user.fill(units, '120000')
    expect(units).toHaveProperty('value', shown)
    await page.user.click(screen.getByRole('button', { name: 'Save the order' }))
    await waitFor(() =>
      expect(page.server.bodies('POST /api/variants/1/orders')).toMatchObject([{ units: 120_000 }]),
    )
  })

  it('W-04 can undo an order recorded by mistake, from its message', async () => {
    const page = open({
      'POST /api/variants/1/orders': anOpenOrder(),
      'DELETE /api/variants/1/orders/5': done,
    })
    await choose(page, 'Already ordered…')
    await page.user.click(await screen.findByRole('button', { name: 'Save the order' }))
    await page.user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Order removed')).toBeTruthy()
    expect(page.server.of('DELETE /api/variants/1/orders/5')).toHaveLength(1)
  })

  it('names what is not valid before it asks the server', async () => {
    const page = open()
    await choose(page, 'Already ordered…')
    const units = await screen.findByLabelText('Units ordered')
    const day = screen.getByLabelText('Expected on')
    await page.user.clear(units)
    await page.user.clear(day)
    await page.user.click(screen.getByRole('button', { name: 'Save the order' }))
    expect(await screen.findByText('Enter how many units were ordered.')).toBeTruthy()
    expect(screen.getByText('Give a day such as 2027-01-31.')).toBeTruthy()
    expect(units.getAttribute('aria-invalid')).toBe('true')
    await page.user.type(units, '0')
    await page.user.click(screen.getByRole('button', { name: 'Save the order' }))
    expect(await screen.findByText('At least 1 unit.')).toBeTruthy()
    expect(page.server.of('POST /api/variants/1/orders')).toHaveLength(0)
  })

  it('shows what the server refuses at its field, and keeps what was typed', async () => {
    const message = 'The day it is expected has passed.'
    const page = open({
      'POST /api/variants/1/orders': new Answer(400, {
        error: { code: 'invalid_input', message, field: 'expectedOn' },
      }),
    })
    await choose(page, 'Already ordered…')
    await page.user.click(await screen.findByRole('button', { name: 'Save the order' }))
    expect(await screen.findByText(message)).toBeTruthy()
    expect(screen.getByLabelText('Expected on').getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByLabelText('Units ordered')).toHaveProperty('value', '792')
  })

  it('shows any other failure in place, below the orders recorded already', async () => {
    const page = open({
      'GET /api/variants/1/plans': somePlans({ orders: [anOpenOrder()] }),
      'POST /api/variants/1/orders': failure(500, 'internal', 'Something broke.'),
    })
    await choose(page, 'Already ordered…')
    await page.user.click(await screen.findByRole('button', { name: 'Save the order' }))
    expect(await screen.findByText('Failed to save the order')).toBeTruthy()
    expect(screen.getByText('Already on order: 120 expected Dec 3.')).toBeTruthy()
  })
})

describe('The alert menu:', () => {
  it.each([
    { action: 'Snooze 7 days', body: { kind: 'until_time', days: 7 }, said: /for 7 days\./ },
    { action: 'Snooze until stock rises', body: { kind: 'until_restock' }, said: /until its stock rises\./ },
    { action: 'Not restocking', body: { kind: 'muted' }, said: /^No more alerts for House Espresso/ },
  ])('R-04 "$act" closes the alert and can be undone', async ({ action, body, said }) => {
    const page = open({ 'PUT /api/variants/1/snooze': aSnooze(), 'DELETE /api/variants/1/snooze': done })
    await choose(page, action)
    expect(await screen.findByText(said)).toBeTruthy()
    expect(page.server.of('PUT /api/variants/1/snooze')[0]!.body).toEqual(body)
    await page.user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Alerts are on again')).toBeTruthy()
    expect(page.server.of('DELETE /api/variants/1/snooze')).toHaveLength(1)
  })

  it('a failure is shown', async () => {
    const page = open({
      'PUT /api/variants/1/snooze': failure(404, 'not_found', 'This product does not exist.'),
    })
    await choose(page, 'Not restocking')
    expect(await screen.findByText('Failed to snooze')).toBeTruthy()
    expect(screen.getByText('This product does not exist.')).toBeTruthy()
  })

  it('R-01 snoozed and muted products are counted, listed with their end, and resumed there', async () => {
    let snoozes = [
      aSnoozedProduct(),
      aSnoozedProduct({ variantId: 2, kind: 'until_restock', until: null, title: 'Kettle', sku: null }),
      aSnoozedProduct({ variantId: 3, kind: 'muted', until: null, title: 'Old mug' }),
    ]
    const page = open({
      'GET /api/snoozes': () => listOfSnoozes(...snoozes),
      'DELETE /api/variants/3/snooze': () => {
        snoozes = snoozes.slice(0, 2)
        return done
      },
    })
    await page.user.click(await screen.findByRole('link', { name: '3 products snoozed or muted' }))
    const dialog = await screen.findByRole('dialog', { name: 'Snoozed and muted' })
    for (const words of [
      'NF-ESP-1000. Snoozed until Nov 27.',
      'Snoozed until the stock rises.',
      'NF-ESP-1000. Not restocking: no alerts.',
    ]) {
      expect(await within(dialog).findByText(words)).toBeTruthy()
    }
    await page.user.click(within(dialog).getByRole('button', { name: 'Resume alerts: Old mug' }))
    await waitFor(() => expect(within(dialog).queryByText('Old mug')).toBeNull())
    expect(page.server.of('DELETE /api/variants/3/snooze')).toHaveLength(1)
  })

  it('without snoozed products there is no link, and an old address says so', async () => {
    open({}, '/alerts?show=snoozed')
    expect(await screen.findByText('Nothing is snoozed or muted.')).toBeTruthy()
    expect(screen.queryByText(/snoozed or muted$/)).toBeNull()
  })

  it('the list of snoozed products shows an error in place', async () => {
    open({ 'GET /api/snoozes': new Answer(403, {}) }, '/alerts?show=snoozed')
    expect(await screen.findByText('Failed to load snoozed products')).toBeTruthy()
  })
})

describe('Orders and snoozes of a product:', () => {
  it('W-03 an open order shows its units and day, and can be removed', async () => {
    let orders = [anOpenOrder(), anOpenOrder({ id: 6, units: 60, unitsLeft: 20, expectedOn: '2026-11-19' })]
    const page = open(
      {
        'GET /api/variants/1/plans': () => somePlans({ orders }),
        'DELETE /api/variants/1/orders/5': () => {
          orders = orders.slice(1)
          return done
        },
      },
      '/products/1',
    )
    expect(await screen.findByText('120 expected Dec 3')).toBeTruthy()
    expect(screen.getByText('entered Nov 20, 40 of 60 arrived, late')).toBeTruthy()
    await page.user.click(screen.getByRole('button', { name: 'Remove the order of 120 expected Dec 3' }))
    await waitFor(() => expect(screen.queryByText('120 expected Dec 3')).toBeNull())
    expect(screen.getByText('20 expected Nov 19')).toBeTruthy()
  })

  it('W-04 an order removed by mistake can be recorded again from its message, a late one for today', async () => {
    const late = anOpenOrder({ units: 60, unitsLeft: 20, expectedOn: '2026-11-19' })
    const page = open(
      {
        'GET /api/variants/1/plans': somePlans({ orders: [late] }),
        'DELETE /api/variants/1/orders/5': done,
        'POST /api/variants/1/orders': failure(500, 'internal', 'Something broke.'),
      },
      '/products/1',
    )
    await page.user.click(await screen.findByRole('button', { name: /^Remove the order/ }))
    await page.user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Failed to save the order')).toBeTruthy()
    expect(page.server.bodies('POST /api/variants/1/orders')).toEqual([
      { units: 20, expectedOn: '2026-11-20' },
    ])
  })

  it('W-04 a snooze is shown, and can be ended', async () => {
    let snooze: ReturnType<typeof aSnooze> | null = aSnooze()
    const page = open(
      {
        'GET /api/variants/1/plans': () => somePlans({ snooze }),
        'DELETE /api/variants/1/snooze': () => {
          snooze = null
          return done
        },
      },
      '/products/1',
    )
    expect(await screen.findByText('Snoozed until Nov 27')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Snooze' })).toBeNull()
    await page.user.click(screen.getByRole('button', { name: 'End snooze' }))
    expect(await screen.findByText('No open orders, and alerts are on.')).toBeTruthy()
  })

  it.each([
    { snooze: aSnooze(), label: 'End snooze', again: { kind: 'until_time', days: 7 } },
    { snooze: aSnooze({ kind: 'muted', until: null }), label: 'Resume alerts', again: { kind: 'muted' } },
  ])('W-04 "$label" by mistake can be undone from its message', async ({ snooze, label, again }) => {
    let held: typeof snooze | null = snooze
    const page = open(
      {
        'GET /api/variants/1/plans': () => somePlans({ snooze: held }),
        'DELETE /api/variants/1/snooze': () => {
          held = null
          return done
        },
        'PUT /api/variants/1/snooze': () => {
          held = snooze
          return snooze
        },
      },
      '/products/1',
    )
    await page.user.click(await screen.findByRole('button', { name: label }))
    await waitFor(() => expect(screen.queryByRole('button', { name: label })).toBeNull())
    await page.user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('button', { name: label })).toBeTruthy()
    expect(page.server.bodies('PUT /api/variants/1/snooze')).toEqual([again])
  })

  it('the same actions start here', async () => {
    const page = open({ 'PUT /api/variants/1/snooze': aSnooze() }, '/products/1')
    await page.user.click(await screen.findByRole('button', { name: 'Already ordered…' }))
    expect(await screen.findByLabelText('Units ordered')).toHaveProperty('value', '792')
    await page.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await page.user.choose(await screen.findByRole('button', { name: 'Snooze' }), 'Snooze 7 days')
    expect(await screen.findByText('Snoozed')).toBeTruthy()
  })

  it('a failed answer is an error in place', async () => {
    open({ 'GET /api/variants/1/plans': new Answer(403, {}) }, '/products/1')
    expect(await screen.findByText('Failed to load orders and snoozes')).toBeTruthy()
  })
})

describe('The list of products:', () => {
  it('a snoozed product offers to end its snooze', async () => {
    const page = open(
      {
        'GET /api/products': aList([aRow()]),
        'GET /api/snoozes': listOfSnoozes(aSnoozedProduct()),
        'DELETE /api/variants/1/snooze': done,
      },
      '/products',
    )
    await choose(page, 'End snooze')
    expect(await screen.findByText('Alerts are on again')).toBeTruthy()
  })

  it('a product whose stock is not tracked has no actions', async () => {
    const page = open({ 'GET /api/products': aList([aRow({ isTracked: false })]) }, '/products')
    await page.user.click(await screen.findByRole('button', { name: 'Actions for House Espresso, 1 kg' }))
    expect(await screen.findByRole('menuitem', { name: 'Open product' })).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: 'Already ordered…' })).toBeNull()
  })
})
