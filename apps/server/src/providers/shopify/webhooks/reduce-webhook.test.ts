import { describe, expect, it } from 'vitest'
import { complianceBody, levelBody, orderBody, shopBody } from '../../../testing/webhooks.ts'
import { reduceWebhook } from './reduce-webhook.ts'

const updatedAt = '2026-11-20T05:00:00-05:00'
const at = new Date('2026-11-20T10:00:00Z')
const shop = 'store-b.myshopify.com'
const delivered = { shop, now: new Date('2026-11-20T12:00:00Z') }

describe('the reduction of a webhook', () => {
  it('keeps item, location, units and instant of an inventory level', () => {
    const body = levelBody({ itemId: 808_950_810, locationId: 905_684_977, available: -3, updatedAt })
    expect(reduceWebhook('inventory_levels/update', body, delivered)).toEqual({
      resource: 'level/808950810/905684977',
      state: { kind: 'level', itemId: 808_950_810, locationId: 905_684_977, available: -3, updatedAt: at },
    })
  })

  it('only notes a level without tracked stock', () => {
    const body = levelBody({ itemId: 1, locationId: 2, available: null, updatedAt })
    expect(reduceWebhook('inventory_levels/update', body, delivered)?.state).toEqual({ kind: 'noted' })
  })

  it.each(['orders/create', 'orders/updated', 'orders/cancelled'])(
    'keeps only lines and instants of %s',
    (topic) => {
      const lines = [
        { id: 11, variantId: 21, quantity: 2 },
        { id: 12, variantId: null, quantity: 1 },
      ]
      const reduced = reduceWebhook(
        topic,
        orderBody({ id: 5, updatedAt, cancelledAt: updatedAt, lines }),
        delivered,
      )
      expect(reduced).toEqual({
        resource: 'order/5',
        state: {
          kind: 'order',
          id: 5,
          createdAt: at,
          processedAt: at,
          updatedAt: at,
          cancelledAt: at,
          test: false,
          locationId: null,
          lines,
        },
      })
    },
  )

  it.each([
    ['a register sold it', { location_id: 4, fulfillments: [{ status: 'success', location_id: 7 }] }, 4],
    ['one location sent it, in two parcels', { fulfillments: [7, 7].map((id) => ({ location_id: id })) }, 7],
    ['nothing was sent', { location_id: null, fulfillments: [] }, null],
    ['several locations sent it', { fulfillments: [7, 8].map((id) => ({ location_id: id })) }, null],
    [
      'a parcel was cancelled',
      {
        fulfillments: [
          { status: 'cancelled', location_id: 8 },
          { status: 'success', location_id: 7 },
        ],
      },
      7,
    ],
  ])('names the location that served an order: %s', (_what, part, locationId) => {
    const body = { ...orderBody({ id: 5, updatedAt, lines: [] }), ...part }
    expect(reduceWebhook('orders/updated', body, delivered)?.state).toMatchObject({ locationId })
  })

  it.each([
    ['products/create', { kind: 'product', id: 7 }],
    ['products/update', { kind: 'product', id: 7 }],
    ['products/delete', { kind: 'product', id: 7 }],
  ])('keeps of %s which product it names', (topic, state) => {
    expect(reduceWebhook(topic, { id: 7, title: 'Kettle' }, delivered)).toEqual({
      resource: 'product/7',
      state,
    })
  })

  const money = [{ kind: 'refund', amount: '12.00' }]
  it.each([
    ['taken off by an edit', { restock_type: 'cancel' }, [], 1],
    ['taken off by an edit and not put back', { restock_type: 'no_restock' }, [], 1],
    ['paid back before it was sent', { restock_type: 'cancel' }, money, 2],
    ['paid back and kept by the customer', { restock_type: 'no_restock' }, money, 2],
    ['returned', { restock_type: 'return' }, [], 2],
    ['returned, in a body of another version', {}, undefined, 2],
  ])('F-10 counts a unit as sold unless an edit removed it: %s', (_what, line, transactions, quantity) => {
    const body = {
      id: 1,
      created_at: '2026-11-20T05:00:00-05:00',
      updated_at: '2026-11-20T05:00:00-05:00',
      line_items: [{ id: 5, variant_id: 6, quantity: 2, current_quantity: 1 }],
      refunds: [{ refund_line_items: [{ line_item_id: 5, quantity: 1, ...line }], transactions }],
    }
    const reduced = reduceWebhook('orders/updated', body, delivered)
    expect(reduced?.state).toMatchObject({ lines: [{ id: 5, quantity }] })
  })

  // The fields of shopify.dev/docs/api/webhooks/2026-10; changelog "Inventory shipment webhooks include inventory transfer IDs".
  const lines = [
    {
      id: 'gid://shopify/InventoryTransferLineItem/1',
      inventory_item_id: 'gid://shopify/InventoryItem/2',
      quantity: 3,
    },
  ]
  const shipped = {
    inventory_transfer_id: 'gid://shopify/InventoryTransfer/7',
    happened_at: '2026-11-20T05:00:00-05:00',
  }
  const shipment = { id: 'gid://shopify/InventoryShipment/9', status: 'in_transit', ...shipped }
  const moved = {
    id: 'gid://shopify/InventoryTransfer/7',
    status: 'in_progress',
    line_items: lines,
    destination: { id: 'gid://shopify/Location/4' },
    happened_at: '2026-11-20T05:00:00-05:00',
  }

  it.each([
    ['inventory_transfers/add_items', moved],
    ['inventory_transfers/cancel', { ...moved, status: 'canceled' }],
    ['inventory_transfers/complete', { ...moved, status: 'transferred' }],
    ['inventory_transfers/ready_to_ship', { ...moved, origin: { id: 'gid://shopify/Location/5' } }],
    ['inventory_transfers/remove_items', moved],
    ['inventory_transfers/updated', { ...moved, status: 'other' }],
    ['inventory_transfers/update_item_quantities', moved],
    ['inventory_shipments/add_items', { ...shipment, line_items: lines }],
    ['inventory_shipments/create', { ...shipment, line_items: lines, tracking: { arrives_at: null } }],
    ['inventory_shipments/delete', shipment],
    ['inventory_shipments/mark_in_transit', shipment],
    ['inventory_shipments/receive_items', { ...shipment, items_received: lines }],
    ['inventory_shipments/remove_items', { ...shipment, line_items: lines }],
    ['inventory_shipments/update_item_quantities', { ...shipment, line_items: lines }],
    ['inventory_shipments/update_tracking', { shipment_id: shipment.id, updated_tracking: {}, ...shipped }],
  ])('keeps of %s which transfer it names', (topic, body) => {
    expect(reduceWebhook(topic, body, delivered)).toEqual({
      resource: 'transfer/7',
      state: { kind: 'transfer', id: 7 },
    })
  })

  it('only notes a shipment without a transfer, and drops a transfer without its id', () => {
    const alone = { ...shipment, inventory_transfer_id: null }
    expect(reduceWebhook('inventory_shipments/create', alone, delivered)?.state).toEqual({ kind: 'noted' })
    const nameless = { ...moved, id: undefined }
    expect(reduceWebhook('inventory_transfers/cancel', nameless, delivered)).toBeNull()
  })

  it('keeps of inventory_items/update which item it names, whatever its cost', () => {
    const item = { id: 271_878_346, sku: 'MUG', cost: null, tracked: true }
    const kept = reduceWebhook('inventory_items/update', item, delivered)
    expect(kept?.resource).toBe('item/271878346')
    expect(reduceWebhook('inventory_items/update', { ...item, cost: '12.50' }, delivered)).toEqual(kept)
  })

  it.each([
    ['shop/update', 'shop'],
    ['app/scopes_update', 'shop'],
    ['app/uninstalled', 'uninstalled'],
    ['shop/redact', 'redact'],
    ['customers/redact', 'noted'],
    ['customers/data_request', 'noted'],
    ['refunds/create', 'noted'],
    ['orders/edited', 'noted'],
  ])('keeps nothing of the body of %s', (topic, kind) => {
    const body = {
      ...shopBody(shop),
      ...complianceBody(shop),
      order_id: 5,
      order_edit: { order_id: 5 },
      email: 'ada@lovelace.example',
    }
    expect(reduceWebhook(topic, body, delivered)?.state).toEqual({ kind })
  })

  it.each(['shop/update', 'app/uninstalled'])('drops %s unless its body names the shop', (topic) => {
    expect(reduceWebhook(topic, shopBody('STORE-B.myshopify.com'), delivered)).not.toBeNull()
    expect(reduceWebhook(topic, shopBody('store-a.myshopify.com'), delivered)).toBeNull()
    expect(reduceWebhook(topic, { id: 1, domain: shop }, delivered)).toBeNull()
  })

  it.each(['customers/data_request', 'customers/redact', 'shop/redact'])(
    'drops %s unless its body names the shop',
    (topic) => {
      expect(reduceWebhook(topic, complianceBody('STORE-B.myshopify.com'), delivered)).not.toBeNull()
      expect(reduceWebhook(topic, complianceBody('store-a.myshopify.com'), delivered)).toBeNull()
      expect(reduceWebhook(topic, {}, delivered)).toBeNull()
    },
  )

  it('takes the present as the time of a level or an order that claims to change in 2099', () => {
    const later = '2099-01-01T00:00:00Z'
    const level = levelBody({ itemId: 1, locationId: 2, available: 1, updatedAt: later })
    const order = orderBody({ id: 5, updatedAt: later, lines: [] })
    expect(reduceWebhook('inventory_levels/update', level, delivered)?.state).toMatchObject({
      updatedAt: delivered.now,
    })
    expect(reduceWebhook('orders/updated', order, delivered)?.state).toMatchObject({
      updatedAt: delivered.now,
    })
  })

  it.each([
    ['a topic that is not ours', 'carts/update', { id: 1 }],
    ['a property of every object', 'constructor', { id: 1 }],
    ['no JSON', 'orders/create', null],
    ['a text', 'app/scopes_update', 'code=1&shop=2'],
    ['a refund of no order', 'refunds/create', { id: 1 }],
    ['an edit of no order', 'orders/edited', { order_edit: {} }],
    ['a product without a number', 'products/delete', { id: '7' }],
    ['an order without lines', 'orders/create', { id: 1, created_at: updatedAt, updated_at: updatedAt }],
    [
      'units beyond any stock',
      'inventory_levels/update',
      levelBody({ itemId: 1, locationId: 2, available: 2 ** 31, updatedAt }),
    ],
    [
      'an invalid instant',
      'inventory_levels/update',
      levelBody({ itemId: 1, locationId: 2, available: 1, updatedAt: 'soon' }),
    ],
  ])('drops %s', (_what, topic, body) => {
    expect(reduceWebhook(topic, body, delivered)).toBeNull()
  })
})
