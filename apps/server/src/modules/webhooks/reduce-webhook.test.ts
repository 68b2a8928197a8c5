import { describe, expect, it } from 'vitest'
import { levelBody, orderBody } from '../../testing/webhooks.ts'
import { reduceWebhook } from './reduce-webhook.ts'

const updatedAt = '2026-11-20T05:00:00-05:00'
const at = new Date('2026-11-20T10:00:00Z')

describe('a webhook becomes state', () => {
  it('an inventory level keeps item, location, units and instant', () => {
    const body = levelBody({ itemId: 808_950_810, locationId: 905_684_977, available: -3, updatedAt })
    expect(reduceWebhook('inventory_levels/update', body)).toEqual({
      resource: 'level/808950810/905684977',
      state: { kind: 'level', itemId: 808_950_810, locationId: 905_684_977, available: -3, updatedAt: at },
    })
  })

  it('a level without tracked stock is only noted', () => {
    const body = levelBody({ itemId: 1, locationId: 2, available: null, updatedAt })
    expect(reduceWebhook('inventory_levels/update', body)?.state).toEqual({ kind: 'noted' })
  })

  it.each(['orders/create', 'orders/updated', 'orders/cancelled'])(
    '%s keeps lines and instants alone',
    (topic) => {
      const lines = [
        { id: 11, variantId: 21, quantity: 2 },
        { id: 12, variantId: null, quantity: 1 },
      ]
      const reduced = reduceWebhook(topic, orderBody({ id: 5, updatedAt, cancelledAt: updatedAt, lines }))
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
          lines,
        },
      })
    },
  )

  it.each([
    ['products/create', { kind: 'product', id: 7 }],
    ['products/update', { kind: 'product', id: 7 }],
    ['products/delete', { kind: 'product_deleted', id: 7 }],
  ])('%s keeps which product', (topic, state) => {
    expect(reduceWebhook(topic, { id: 7, title: 'Kettle' })).toEqual({ resource: 'product/7', state })
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
  ])('%s keeps nothing of its body', (topic, kind) => {
    const body = { id: 1, email: 'ada@lovelace.example', customer: { id: 4, phone: '555' } }
    expect(reduceWebhook(topic, body)?.state).toEqual({ kind })
  })

  it.each([
    ['a topic that is not ours', 'carts/update', { id: 1 }],
    ['a name of the language', 'constructor', { id: 1 }],
    ['no JSON', 'orders/create', null],
    ['an order without lines', 'orders/create', { id: 1, created_at: updatedAt, updated_at: updatedAt }],
    [
      'units beyond any stock',
      'inventory_levels/update',
      levelBody({ itemId: 1, locationId: 2, available: 2 ** 31, updatedAt }),
    ],
    [
      'an instant that is none',
      'inventory_levels/update',
      levelBody({ itemId: 1, locationId: 2, available: 1, updatedAt: 'soon' }),
    ],
  ])('%s is dropped', (_what, topic, body) => {
    expect(reduceWebhook(topic, body)).toBeNull()
  })
})
