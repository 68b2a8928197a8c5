import type { NotInStore, PurchaseOrder } from '@stockcast/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { keepIntent, readIntent } from '../../store/connection/booking-intent.ts'
import { Answer, failure } from '../../testing/fake-server.ts'
import { aDraft, aLine, aMail, anOrder, anOrdersList, mayDo } from '../../testing/purchase-order-fixtures.ts'
import { openApp } from '../../testing/render-app.tsx'
import { aSupplierRow } from '../../testing/supplier-fixtures.ts'

const open = (
  order: unknown,
  replies: Record<string, unknown> = {},
  path = '/order/orders/12',
  env?: 'default',
) =>
  openApp(
    path,
    {
      'GET /api/purchase-orders/12': order,
      'GET /api/supplier-variants': { rows: [], total: 0, page: 1, pageSize: 20 },
      ...replies,
    },
    env,
  )

const received = (order: PurchaseOrder) => ({ order, receiptId: 7, surplus: [] })

describe('An order', () => {
  it('shows its state, what is still to come, and costs that are not known', async () => {
    open(anOrder())
    expect(await screen.findByRole('heading', { name: 'PO-0012, Altura Roasting' })).toBeTruthy()
    expect(screen.getByText(/^Ordered/, { selector: '[data-status]' }).textContent).toBe('Ordered, late')
    expect(screen.getByText('Ordered Nov 2 for Stock room. Confirmed for Nov 16, 4 days late.')).toBeTruthy()
    const guji = within(screen.getByText('Guji Natural, 250 g').closest('tr')!)
    expect(guji.getAllByText('unknown')).toHaveLength(2)
  })

  it('that was imported shows its own number beside ours, on its page and in the list', async () => {
    const imported = { source: 'import', externalId: 'OLD-77' } as const
    const { user } = open(anOrder(imported), {
      'GET /api/purchase-orders': anOrdersList([{ ...anOrdersList().rows[0]!, ...imported }]),
      'GET /api/suppliers': { rows: [], total: 0, page: 1, pageSize: 500 },
    })
    expect(await screen.findByText(/^Earlier number OLD-77\. Ordered Nov 2/)).toBeTruthy()
    await user.click(within(screen.getByLabelText('Breadcrumb')).getByText('Orders'))
    expect(await screen.findByText('earlier OLD-77')).toBeTruthy()
  })

  it('says how far a draft is below the minimum of its supplier', async () => {
    const [espresso, guji] = aDraft().lines
    const lines = [
      { ...espresso!, costMinor: 90_000 },
      { ...guji!, costMinor: 40_050 },
    ]
    const supplierMinimum = { kind: 'value', amountMinor: 150_000 } as const
    open(aDraft({ lines, linesWithoutCost: 0, supplierMinimum }))
    expect(
      await screen.findByText('This draft is $199.50 below the minimum of Altura Roasting.'),
    ).toBeTruthy()
  })

  it('expects nothing more once it is received', async () => {
    open(anOrder({ status: 'received', remaining: 0, isLate: false, isConfirmed: false }))
    expect(await screen.findByText('nothing more is expected')).toBeTruthy()
    expect(screen.queryByText('counts as on the way')).toBeNull()
    expect(screen.queryByText('not confirmed by the supplier')).toBeNull()
  })

  it('shows its freight, duty and other costs, how they are shared, and the landed cost of each product', async () => {
    const [espresso, guji] = anOrder().lines
    const lines = [
      { ...espresso!, sharedCostMinor: 3300, landedUnitCostMinor: 1154 },
      { ...guji!, sharedCostMinor: 1200, landedUnitCostMinor: null },
    ]
    open(anOrder({ lines, freightMinor: 4000, dutyMinor: 500, costSharing: 'units' }))
    expect(
      await screen.findByText('Freight, duty and other costs: $45.00, shared among the products by units.'),
    ).toBeTruthy()
    expect(screen.getByRole('columnheader', { name: 'Landed cost' })).toBeTruthy()
    const row = within(screen.getByText('House Espresso, 1 kg').closest('tr')!)
    expect(row.getByText('$11.54')).toBeTruthy()
    expect(row.getByText('adds $33.00 to the line')).toBeTruthy()
    expect(
      within(screen.getByText('Guji Natural, 250 g').closest('tr')!).getAllByText('unknown'),
    ).toHaveLength(3)
  })

  it('is sent after a preview that can be changed, and becomes ordered by it', async () => {
    const { user, server } = open(aDraft(), {
      'GET /api/purchase-orders/12/send': aMail(),
      'POST /api/purchase-orders/12/send': anOrder(),
    })
    await user.click(await screen.findByRole('button', { name: 'Send to supplier' }))
    const subject = await screen.findByLabelText(/^Add to the subject/)
    expect(screen.getByText('PO-0012.pdf')).toBeTruthy()
    expect(screen.getByText(/Replies go to owner@northfold.test\.$/)).toBeTruthy()
    expect(screen.getByText('It begins with: Purchase order PO-0012 from “Northfold Coffee”')).toBeTruthy()
    await user.type(subject, 'urgent')
    await user.click(screen.getByRole('button', { name: 'Send and mark as ordered' }))
    expect(await screen.findByText('Sending the order')).toBeTruthy()
    expect(server.bodies('POST /api/purchase-orders/12/send')).toEqual([
      {
        version: 3,
        key: expect.stringMatching(/.{8}/),
        to: 'orders@altura.test',
        subject: 'urgent',
        text: aMail().text,
        markOrdered: true,
      },
    ])
  })

  it('sent again after a failure, is one mail: the key stays the same', async () => {
    const { user, server } = open(aDraft(), {
      'GET /api/purchase-orders/12/send': aMail(),
      'POST /api/purchase-orders/12/send': failure(500, 'internal', 'It broke.'),
    })
    await user.click(await screen.findByRole('button', { name: 'Send to supplier' }))
    const send = await screen.findByRole('button', { name: 'Send and mark as ordered' })
    await user.click(send)
    expect(await screen.findByText('It broke.')).toBeTruthy()
    await user.click(send)
    await waitFor(() => expect(server.of('POST /api/purchase-orders/12/send')).toHaveLength(2))
    const keys = server
      .of('POST /api/purchase-orders/12/send')
      .map(({ body }) => (body as { key: string }).key)
    expect(new Set(keys).size).toBe(1)
  })

  it('is refused for another address, which one press adds to the supplier', async () => {
    const supplier = { supplier: aSupplierRow(), stoppedEmails: [], leadTimes: [] }
    const addresses = [...aMail().addresses]
    const { user, server } = open(aDraft(), {
      'GET /api/purchase-orders/12/send': () => aMail({ addresses }),
      'POST /api/purchase-orders/12/send': failure(400, 'invalid_input', 'Add this one first.', {
        field: 'to',
      }),
      'GET /api/suppliers/1': supplier,
      'PUT /api/suppliers/1': aSupplierRow(),
    })
    await user.click(await screen.findByRole('button', { name: 'Send to supplier' }))
    const to = await screen.findByRole('combobox', { name: /^To/ })
    await user.fill(to, 'ann@altura.test')
    await user.click(screen.getByRole('button', { name: 'Send and mark as ordered' }))
    await waitFor(() => expect(to.getAttribute('aria-invalid')).toBe('true'))
    expect(screen.getByText('Add this one first.')).toBeTruthy()
    addresses.push({ email: 'ann@altura.test', isStopped: false })
    await user.click(screen.getByRole('button', { name: 'Add to the supplier' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Add to the supplier' })).toBeNull())
    expect(server.bodies('PUT /api/suppliers/1')).toEqual([
      expect.objectContaining({ email: 'orders@altura.test', otherEmails: ['ann@altura.test'] }),
    ])
  })

  it('says which address stopped the orders of the merchant', async () => {
    const { user } = open(aDraft(), {
      'GET /api/purchase-orders/12/send': aMail({
        to: null,
        addresses: [{ email: 'orders@altura.test', isStopped: true }],
        obstacle: 'all_stopped',
      }),
    })
    await user.click(await screen.findByRole('button', { name: 'Send to supplier' }))
    expect(await screen.findByText(/^Every address of the supplier stopped your orders/)).toBeTruthy()
    await user.type(screen.getByRole('combobox', { name: /^To/ }), 'orders@altura.test')
    expect(await screen.findByText(/^The owner of this address stopped your orders/)).toBeTruthy()
  })

  it('in the demo no email is sent, and the dialog says so', async () => {
    const { user } = open(aDraft(), { 'GET /api/purchase-orders/12/send': aMail({ obstacle: 'demo' }) })
    await user.click(await screen.findByRole('button', { name: 'Send to supplier' }))
    expect(await screen.findByText(/In the demo no email is sent/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Send and mark as ordered' })).toHaveProperty('disabled', true)
  })

  it('can be marked as ordered without a mail', async () => {
    const { user, server } = open(aDraft(), { 'POST /api/purchase-orders/12/order': anOrder() })
    await user.click(await screen.findByRole('button', { name: 'Mark as ordered' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Mark as ordered' }))
    expect(await server.bodyOf('POST /api/purchase-orders/12/order')).toEqual({
      version: 3,
      orderedOn: '2026-11-20',
    })
  })

  it('has its products changed in place, with all lines in one save', async () => {
    const { user, server } = open(aDraft(), { 'PUT /api/purchase-orders/12': aDraft() })
    await user.click(await screen.findByRole('button', { name: 'Edit products' }))
    const units = screen.getByLabelText('Units of House Espresso, 1 kg')
    await user.fill(units, '264')
    await user.type(screen.getByLabelText('Unit cost of Guji Natural, 250 g'), '5,90')
    await user.click(screen.getByRole('button', { name: 'Save products' }))
    expect(await server.bodyOf('PUT /api/purchase-orders/12')).toMatchObject({
      version: 3,
      lines: [
        { id: 101, variantId: 1, units: 264, unitCostMinor: 1140 },
        { id: 102, variantId: 2, units: 72, unitCostMinor: 590 },
      ],
    })
  })

  it('shows packs, the cost of each line and the total while they are typed, and offers whole packs', async () => {
    const { user } = open(aDraft())
    await user.click(await screen.findByRole('button', { name: 'Edit products' }))
    expect(screen.getByText('Total $2,736.00, 2 products, 1 without a cost')).toBeTruthy()
    const units = screen.getByLabelText('Units of House Espresso, 1 kg')
    await user.fill(units, '250')
    expect(screen.getByText(/^not whole packs of 24/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Order 264 of House Espresso, 1 kg' }))
    expect(units).toHaveProperty('value', '264')
    expect(screen.getByText('11 × 24')).toBeTruthy()
    await user.type(screen.getByLabelText('Unit cost of Guji Natural, 250 g'), '5')
    expect(screen.getByText('Total $3,369.60, 2 products')).toBeTruthy()
  })

  it('asks once about a cost above the price, and saves it when it is right', async () => {
    const { user, server } = open(aDraft(), { 'PUT /api/purchase-orders/12': aDraft() })
    await user.click(await screen.findByRole('button', { name: 'Edit products' }))
    await user.fill(screen.getByLabelText('Unit cost of House Espresso, 1 kg'), '1140')
    await user.click(screen.getByRole('button', { name: 'Save products' }))
    expect(await screen.findByText(/costs 1140 USD and sells for \$19.90/)).toBeTruthy()
    expect(server.of('PUT /api/purchase-orders/12')).toHaveLength(0)
    await user.click(screen.getByRole('button', { name: 'Save anyway' }))
    await waitFor(() => expect(server.of('PUT /api/purchase-orders/12')).toHaveLength(1))
  })

  it('a removed line can be put back until it is saved', async () => {
    const { user, server } = open(aDraft(), { 'PUT /api/purchase-orders/12': aDraft() })
    await user.click(await screen.findByRole('button', { name: 'Edit products' }))
    await user.click(screen.getByRole('button', { name: 'Remove House Espresso, 1 kg' }))
    await user.click(screen.getByRole('button', { name: 'Remove Guji Natural, 250 g' }))
    await user.click(screen.getByRole('button', { name: 'Put House Espresso, 1 kg back' }))
    await user.click(screen.getByRole('button', { name: 'Save products' }))
    expect(await server.bodyOf('PUT /api/purchase-orders/12')).toMatchObject({ lines: [{ id: 101 }] })
  })

  it('saves what was typed before it is sent, and sends nothing that cannot be saved', async () => {
    let order = aDraft()
    const { user, server } = open(() => order, {
      'PUT /api/purchase-orders/12': () => {
        order = aDraft({ version: 4 })
        return order
      },
      'GET /api/purchase-orders/12/send': aMail(),
    })
    await user.click(await screen.findByRole('button', { name: 'Edit products' }))
    const units = screen.getByLabelText('Units of House Espresso, 1 kg')
    await user.clear(units)
    await user.click(screen.getByRole('button', { name: 'Send to supplier' }))
    expect((await screen.findAllByText(/enter at least 1 unit/)).length).toBeGreaterThan(0)
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.type(units, '264')
    await user.click(screen.getByRole('button', { name: 'Send to supplier' }))
    expect(await screen.findByLabelText(/^Add to the subject/)).toBeTruthy()
    expect(server.of('PUT /api/purchase-orders/12')).toHaveLength(1)
  })

  it('asks before unsaved products are left, and saves them', async () => {
    const { user, server, router } = open(aDraft(), {
      'PUT /api/purchase-orders/12': aDraft(),
      'GET /api/purchase-orders': anOrdersList(),
      'GET /api/suppliers': { rows: [], total: 0, page: 1, pageSize: 500 },
    })
    await user.click(await screen.findByRole('button', { name: 'Edit products' }))
    await user.type(screen.getByLabelText('Units of Guji Natural, 250 g'), '1')
    const leave = () => user.click(within(screen.getByLabelText('Breadcrumb')).getByText('Orders'))
    await leave()
    await user.click(await screen.findByRole('button', { name: 'Stay here' }))
    expect(screen.getByLabelText('Units of Guji Natural, 250 g')).toHaveProperty('value', '1')
    await leave()
    await user.click(await screen.findByRole('button', { name: 'Save and leave' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/order/orders'))
    expect(server.of('PUT /api/purchase-orders/12')).toHaveLength(1)
  })

  it('keeps what was typed when somebody else saved meanwhile, and says what is different', async () => {
    let order = aDraft()
    const { user, server } = open(() => order, {
      'PUT /api/purchase-orders/12': () => {
        order = aDraft({ version: 4, lines: [aLine({ ordered: 120 }), aDraft().lines[1]!] })
        return failure(409, 'conflict', 'This order was changed meanwhile.')
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Edit products' }))
    const units = screen.getByLabelText('Units of House Espresso, 1 kg')
    await user.fill(units, '264')
    await user.click(screen.getByRole('button', { name: 'Save products' }))
    expect(await screen.findByText(/units now 120; yours, 264, stay until you save/)).toBeTruthy()
    expect(units).toHaveProperty('value', '264')
    await user.click(screen.getByRole('button', { name: 'Save products' }))
    expect(await server.bodyOf('PUT /api/purchase-orders/12', 2)).toMatchObject({ version: 4 })
  })

  it('a deleted draft can be had back', async () => {
    const { user, server, router } = open(aDraft(), {
      'DELETE /api/purchase-orders/12': { done: true },
      'POST /api/purchase-orders': aDraft({ id: 13, number: 'PO-0013' }),
      'GET /api/purchase-orders/13': aDraft({ id: 13, number: 'PO-0013' }),
      'GET /api/purchase-orders': anOrdersList(),
      'GET /api/suppliers': { rows: [], total: 0, page: 1, pageSize: 500 },
    })
    await user.choose(await screen.findByRole('button', { name: 'More about this order' }), 'Delete draft')
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/order/orders/13'))
    expect(server.of('POST /api/purchase-orders')[0]!.body).toMatchObject({
      supplierId: 1,
      lines: [
        { variantId: 1, units: 240, unitCostMinor: 1140 },
        { variantId: 2, units: 72, unitCostMinor: null },
      ],
    })
  })

  it('one line can be closed, and expected again', async () => {
    const closed = aLine({ id: 102, variantId: 2, title: 'Guji', received: 24, remaining: 0, cancelled: 48 })
    const { user, server } = open(anOrder({ lines: [aLine(), closed] }), {
      'POST /api/purchase-orders/12/lines/101/close': anOrder(),
      'POST /api/purchase-orders/12/lines/102/reopen': anOrder(),
    })
    await user.click(await screen.findByRole('button', { name: 'Cancel the line: House Espresso, 1 kg' }))
    await user.click(screen.getByRole('button', { name: 'Expect the rest again: Guji' }))
    await waitFor(() => expect(server.of('POST /api/purchase-orders/12/lines/102/reopen')).toHaveLength(1))
    expect(server.of('POST /api/purchase-orders/12/lines/101/close')[0]!.body).toEqual({ version: 3 })
  })

  it('a change that came too late says so, and the order is read again', async () => {
    const { user, server } = open(anOrder(), {
      'POST /api/purchase-orders/12/close': failure(409, 'conflict', 'The order was changed elsewhere.'),
    })
    await user.choose(
      await screen.findByRole('button', { name: 'More about this order' }),
      'Close: nothing more will arrive',
    )
    expect(await screen.findByText('The order was changed elsewhere.')).toBeTruthy()
    await waitFor(() => expect(server.of('GET /api/purchase-orders/12').length).toBeGreaterThan(1))
  })

  it('a late order says how late it is, and where a new day is entered', async () => {
    open(anOrder())
    expect(await screen.findByText(/Confirmed for Nov 16, 4 days late\.$/)).toBeTruthy()
    expect(screen.getByText('If the supplier names a new date, enter it in the order details.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Change order details' })).toBeTruthy()
  })

  it('offers only what its state allows', async () => {
    open(anOrder({ status: 'received', isLate: false, can: mayDo() }))
    await screen.findByRole('heading', { name: 'PO-0012, Altura Roasting' })
    expect(screen.queryByRole('button', { name: 'Receive' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Edit products' })).toBeNull()
  })

  it('units that came into the store can be taken as its delivery, or not', async () => {
    const order = anOrder({ lines: [aLine({ seenInStore: 18, cameIn: 18 })] })
    const { user, server } = open(order, {
      'POST /api/purchase-orders/12/receive': received(order),
      'POST /api/purchase-orders/12/lines/101/unmatch': order,
    })
    expect(await screen.findByText('18 units came in.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Yes, receive 18' }))
    expect(await server.bodyOf('POST /api/purchase-orders/12/receive')).toMatchObject({
      lines: [{ lineId: 101, accepted: 18, rejected: 0 }],
    })
    await user.click(screen.getByRole('button', { name: 'No' }))
    await waitFor(() => expect(server.of('POST /api/purchase-orders/12/lines/101/unmatch')).toHaveLength(1))
  })

  it('units that are only on the way in the store are never offered as a delivery', async () => {
    const order = anOrder({ lines: [aLine({ seenInStore: 18 })] })
    const { user, server } = open(order, { 'POST /api/purchase-orders/12/lines/101/unmatch': order })
    expect(await screen.findByText('18 units are on the way in your store.')).toBeTruthy()
    expect(screen.queryByText(/came in/)).toBeNull()
    expect(screen.queryByRole('button', { name: /^Yes, receive/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Not part of PO-0012' }))
    await waitFor(() => expect(server.of('POST /api/purchase-orders/12/lines/101/unmatch')).toHaveLength(1))
  })

  describe('whose units are not in the store yet', () => {
    const notInStore = (changes: Partial<NotInStore> = {}): NotInStore => ({
      orderId: 12,
      number: 'PO-0012',
      counted: 24,
      lapsed: 0,
      toBook: 24,
      access: 'granted',
      storeName: 'Shopify',
      shopDomain: 'northfold.myshopify.com',
      locations: [
        { id: 7, name: 'Stock room' },
        { id: 8, name: 'Market stall' },
      ],
      locationId: 7,
      booking: null,
      ...changes,
    })
    const waiting = anOrder({ notInStore: 24 })
    const booking = (status: 'sending' | 'booked' | 'refused', message: string | null = null) => ({
      status,
      message,
      at: '2026-11-20T11:00:00.000Z',
      by: 'owner@northfold.test',
      units: 24,
      locationName: 'Stock room',
    })
    const path = '/api/purchase-orders/12/not-in-store'

    it('says so, and adds them to the stock of the store with one press', async () => {
      let left = notInStore()
      const { user, server } = open(waiting, {
        [`GET ${path}`]: () => left,
        [`POST ${path}/book`]: waiting,
      })
      expect(await screen.findByText('24 received, not in your store yet.')).toBeTruthy()
      expect(
        screen.getByText("They count as stock until your store's stock includes them, for 7 days at most."),
      ).toBeTruthy()
      left = notInStore({ toBook: 0, booking: booking('booked') })
      await user.click(screen.getByRole('button', { name: 'Add 24 to Shopify' }))
      expect(await screen.findByText('Added to Shopify')).toBeTruthy()
      expect(server.of(`POST ${path}/book`)[0]!.body).toEqual({ locationId: 7 })
      await waitFor(() => expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull())
    })

    it('asks for the location where the store has several and nobody named one', async () => {
      const { user, server } = open(waiting, {
        [`GET ${path}`]: notInStore({ locationId: null }),
        [`POST ${path}/book`]: waiting,
      })
      const add = await screen.findByRole('button', { name: 'Add 24 to Shopify' })
      expect(add).toHaveProperty('disabled', true)
      await user.selectOptions(screen.getByLabelText('Location that received them'), 'Market stall')
      await user.click(add)
      expect(await server.bodyOf(`POST ${path}/book`)).toEqual({ locationId: 8 })
    })

    it('asks Shopify for the permission at that moment, and remembers what to book on the way back', async () => {
      const { user, server } = open(waiting, {
        [`GET ${path}`]: notInStore({ access: 'needed' }),
        'POST /functions/shopify-oauth-init': { authUrl: '#consent' },
      })
      await user.click(await screen.findByRole('button', { name: 'Add 24 to Shopify' }))
      expect(await server.bodyOf('POST /functions/shopify-oauth-init')).toMatchObject({
        shop: 'northfold.myshopify.com',
        writesStock: true,
      })
      expect(readIntent()).toEqual({ orderId: 12, locationId: 7 })
    })

    it('books once after the permission was given', async () => {
      keepIntent({ orderId: 12, locationId: 8 })
      const { server } = open(waiting, { [`GET ${path}`]: notInStore(), [`POST ${path}/book`]: waiting })
      expect(await server.bodyOf(`POST ${path}/book`)).toEqual({ locationId: 8 })
      expect(readIntent()).toBeNull()
    })

    it('says so where the permission was not given, and books nothing', async () => {
      keepIntent({ orderId: 12, locationId: 8 })
      const { server } = open(waiting, { [`GET ${path}`]: notInStore({ access: 'needed' }) })
      expect(await screen.findByText(/^Shopify has not given the permission/)).toBeTruthy()
      expect(server.of(`POST ${path}/book`)).toHaveLength(0)
    })

    it.each([
      [booking('refused', 'Shopify booked nothing: Guji: the product is gone.'), /the product is gone/],
      [booking('sending'), /never added twice/],
    ])('says why a booking did not go through', async (last, words) => {
      open(waiting, { [`GET ${path}`]: notInStore({ booking: last }) })
      expect(await screen.findByText(words)).toBeTruthy()
    })

    it('no longer counts them after a week, and counts them again with one press', async () => {
      const { user, server } = open(waiting, {
        [`GET ${path}`]: notInStore({ counted: 0, lapsed: 24 }),
        [`POST ${path}`]: waiting,
      })
      expect(
        await screen.findByText(
          "24 units of PO-0012 came more than 7 days ago and never showed in your store's stock, so they no longer count.",
        ),
      ).toBeTruthy()
      await user.click(screen.getByRole('button', { name: 'Count them again' }))
      expect(await server.bodyOf(`POST ${path}`)).toEqual({ answer: 'count_again' })
      await user.click(screen.getByRole('button', { name: 'Stock already includes them' }))
      await waitFor(() => expect(server.of(`POST ${path}`)[1]!.body).toEqual({ answer: 'in_store' }))
    })
  })

  it('asks for the address first when it is sent', async () => {
    const { user } = open(aDraft(), { 'GET /api/purchase-orders/12/send': aMail() })
    await user.click(await screen.findByRole('button', { name: 'Send to supplier' }))
    const to = await screen.findByLabelText(/^To/, { selector: 'input[type=email]' })
    await waitFor(() => expect(document.activeElement).toBe(to))
  })

  it('has the focus again when its mail arrives after Escape', async () => {
    const mail = Promise.withResolvers<unknown>()
    const replies = { 'GET /api/purchase-orders/12/send': () => mail.promise }
    // The dialog is still closing when the mail arrives.
    const { user } = open(aDraft(), replies, undefined, 'default')
    const send = await screen.findByRole('button', { name: 'Send to supplier' })
    await user.click(send)
    await screen.findByText('Loading the email...')
    await user.keyboard('{Escape}')
    mail.resolve(aMail())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(send))
  })

  it('what was typed into its dialogs outlasts Escape, and Cancel drops it', async () => {
    const { user } = open(aDraft(), { 'GET /api/purchase-orders/12/send': aMail() })
    const reopened = async (button: string, field: RegExp) => {
      await user.click(await screen.findByRole('button', { name: button }))
      return screen.findByLabelText(field) as Promise<HTMLInputElement>
    }
    for (const [button, field] of [
      ['Send to supplier', /^Add to the subject/],
      ['Change order details', /^Note to the supplier/],
    ] as const) {
      await user.type(await reopened(button, field), 'urgent')
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByLabelText(field)).toBeNull())
      expect((await reopened(button, field)).value).toBe('urgent')
      await user.click(screen.getByRole('button', { name: 'Cancel' }))
      await waitFor(() => expect(screen.queryByLabelText(field)).toBeNull())
      expect((await reopened(button, field)).value).toBe('')
      await user.click(screen.getByRole('button', { name: 'Cancel' }))
      await waitFor(() => expect(screen.queryByLabelText(field)).toBeNull())
    }
  })

  it('asks for the destination in a shop of several locations, and for the rate of another currency', async () => {
    const locations = [
      { id: 7, name: 'Stock room' },
      { id: 8, name: 'Shop' },
    ]
    const { user, server } = open(aDraft({ currency: 'EUR', fxRate: null, locations, locationId: 7 }), {
      'PUT /api/purchase-orders/12': aDraft(),
    })
    await user.click(await screen.findByRole('button', { name: 'Change order details' }))
    await user.type(await screen.findByLabelText('Exchange rate: USD for 1 EUR'), '1.25')
    await user.choose(screen.getByRole('combobox', { name: 'Deliver to' }), 'Shop')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await server.bodyOf('PUT /api/purchase-orders/12')).toMatchObject({
      fxRate: 1.25,
      locationId: 8,
    })
  })

  it('asks for neither in a shop of one location that pays in its own currency', async () => {
    const { user } = open(aDraft())
    await user.click(await screen.findByRole('button', { name: 'Change order details' }))
    await screen.findByLabelText(/^Note to the supplier/)
    expect(screen.queryByLabelText(/^Exchange rate/)).toBeNull()
    expect(screen.queryByLabelText('Deliver to')).toBeNull()
  })

  it('a delivery can be undone', async () => {
    const order = anOrder({
      receipts: [
        {
          id: 5,
          receivedOn: '2026-11-18',
          recordedAt: '2026-11-18T15:00:00.000Z',
          recordedBy: null,
          note: null,
          reverses: null,
          isReversed: false,
          lines: [{ lineId: 101, accepted: 120, rejected: 2, replaced: 0 }],
        },
      ],
    })
    const { user, server } = open(order, { 'POST /api/purchase-orders/12/receipts/5/undo': order })
    expect(await screen.findByText(/120 accepted, 2 rejected, 1 product/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo the delivery of Nov 18' }))
    expect(await screen.findByText('Delivery undone')).toBeTruthy()
    expect(server.of('POST /api/purchase-orders/12/receipts/5/undo')).toHaveLength(1)
  })

  it('that does not exist says so', async () => {
    open(new Answer(404, { error: { code: 'not_found', message: 'No such order.' } }))
    expect(await screen.findByRole('heading', { name: 'Order not found' })).toBeTruthy()
  })
})

describe('A delivery', () => {
  const path = '/order/orders/12?show=receive'

  it('is counted by barcode, by line and rejected, and sent once', async () => {
    const { user, server } = open(
      anOrder(),
      { 'POST /api/purchase-orders/12/receive': received(anOrder({ remaining: 310 })) },
      path,
    )
    const code = await screen.findByLabelText('Barcode or SKU')
    await user.type(code, '4006381333931{Enter}4006381333931{Enter}')
    expect(screen.getByText('House Espresso, 1 kg: 2 of 240.')).toBeTruthy()
    await user.type(code, '999{Enter}')
    expect(screen.getByText('No product of this order has the code 999.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'One more of Guji Natural, 250 g' }))
    await user.type(screen.getByLabelText('Rejected units of Guji Natural, 250 g'), '3')
    await user.click(screen.getByRole('button', { name: 'Save delivery' }))
    expect(await screen.findByText('310 of PO-0012 are still to come.')).toBeTruthy()
    expect(server.bodies('POST /api/purchase-orders/12/receive')).toEqual([
      {
        key: expect.stringMatching(/.{8}/),
        receivedOn: '2026-11-20',
        lines: [
          { lineId: 101, accepted: 2, rejected: 0 },
          { lineId: 102, accepted: 1, rejected: 3 },
        ],
      },
    ])
  })

  it('can be everything that is still to come', async () => {
    const { user, server } = open(
      anOrder(),
      { 'POST /api/purchase-orders/12/receive': received(anOrder({ remaining: 0 })) },
      path,
    )
    await user.click(await screen.findByRole('button', { name: 'Everything arrived' }))
    await user.click(screen.getByRole('button', { name: 'Save delivery' }))
    expect(await screen.findByText('PO-0012 is complete.')).toBeTruthy()
    expect(server.of('POST /api/purchase-orders/12/receive')[0]!.body).toMatchObject({
      lines: [
        { lineId: 101, accepted: 240 },
        { lineId: 102, accepted: 72 },
      ],
    })
  })

  it('is read from a file, whose unknown codes are named', async () => {
    const { user } = open(anOrder(), {}, path)
    await screen.findByLabelText('Barcode or SKU')
    const input = document.querySelector('input[type=file]') as HTMLInputElement
    const text = 'SKU;Qty;Rejected\nNF-ESP-1000;24;2\nX-1;3;0\n'
    await user.upload(input, new File([text], 'delivery.csv', { type: 'text/csv' }))
    expect(await screen.findByText('1 product read from the file. Not in this order: X-1.')).toBeTruthy()
    expect(screen.getByLabelText('Accepted units of House Espresso, 1 kg')).toHaveProperty('value', '24')
  })

  it('is asked about before what was counted is left, and saved', async () => {
    const { user, server, router } = open(
      anOrder(),
      { 'POST /api/purchase-orders/12/receive': received(anOrder()) },
      path,
    )
    await user.click(await screen.findByRole('button', { name: 'Everything arrived' }))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Stay here' }))
    expect(screen.getByLabelText('Accepted units of House Espresso, 1 kg')).toHaveProperty('value', '240')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Save and leave' }))
    await waitFor(() => expect(router.state.location.search).toEqual({}))
    expect(server.of('POST /api/purchase-orders/12/receive')).toHaveLength(1)
  })

  it('that cannot be saved keeps what was counted', async () => {
    const { user } = open(
      anOrder(),
      {
        'POST /api/purchase-orders/12/receive': failure(
          409,
          'precondition_failed',
          'Nothing is left to receive.',
        ),
      },
      path,
    )
    await user.click(await screen.findByRole('button', { name: 'Everything arrived' }))
    await user.click(screen.getByRole('button', { name: 'Save delivery' }))
    expect(await screen.findByText('Failed to record the delivery')).toBeTruthy()
    expect(screen.getByLabelText('Accepted units of House Espresso, 1 kg')).toHaveProperty('value', '240')
  })
})

it('The list of orders shows state, lateness and totals, and is filtered in the address', async () => {
  const { user, server, router } = open(
    anOrder(),
    {
      'GET /api/purchase-orders': anOrdersList(),
      'GET /api/suppliers': { rows: [], total: 0, page: 1, pageSize: 500 },
    },
    '/order/orders',
  )
  const row = within((await screen.findByRole('link', { name: 'PO-0012' })).closest('tr')!)
  expect(row.getByText('4 days late')).toBeTruthy()
  expect(row.getByText('$3,557')).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'Late 1' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ late: 'true' }))
  expect(server.of('GET /api/purchase-orders').at(-1)?.query).toMatchObject({ late: 'true', status: 'all' })
})
