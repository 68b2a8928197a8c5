import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readUnsubscribeToken, unsubscribeToken } from '../alerts/notifications/channels/unsubscribe.ts'
import { readStopToken, stopUrl } from '../alerts/notifications/order-mails/stop-order-mails.ts'
import { actionToken, readActionToken } from '../ordering/actions/link-actions.ts'
import {
  fileUrl,
  readFileToken,
  readStopReportToken,
  stopReportUrl,
} from '../ordering/reports/report-links.ts'
import { verifyBody, verifyQuery } from '../providers/shopify/client/hmac.ts'
import { reduceWebhook } from '../providers/shopify/webhooks/reduce-webhook.ts'
import { callbackQuery } from '../testing/fake-shopify.ts'

const SECRET = 'a-secret-of-the-tests-32-characters'
const now = new Date('2026-11-20T10:00:00Z')
const shop = 'store.myshopify.com'

describe('a signature for one purpose', () => {
  it('lets no link of an alert unsubscribe anybody', () => {
    expect(readUnsubscribeToken([SECRET], actionToken([SECRET], { merchantId: 7, linkId: 5 }))).toBeNull()
  })

  it('lets no unsubscribe link change an alert, not even one whose middle is a number', () => {
    expect(
      readActionToken([SECRET], unsubscribeToken([SECRET], { merchantId: 7, address: 'a@b.example' })),
    ).toBeNull()
    const [, , signature] = actionToken([SECRET], { merchantId: 7, linkId: 5 }).split('.')
    expect(readUnsubscribeToken([SECRET], `7.5.${signature}`)).toBeNull()
  })

  it('lets no other link stop the orders of a merchant, and that link do nothing else', () => {
    const config = { secrets: [SECRET] as const, publicUrl: 'https://stockcast.example' }
    const stop = new URL(stopUrl(config, { merchantId: 7, hash: '5' })).pathname.split('/')[2] ?? ''
    expect(readStopToken([SECRET], stop)).toEqual({ merchantId: 7, hash: '5' })
    for (const other of [
      actionToken([SECRET], { merchantId: 7, linkId: 5 }),
      unsubscribeToken([SECRET], { merchantId: 7, address: 'a@b.example' }),
    ])
      expect(readStopToken([SECRET], other)).toBeNull()
    expect([readActionToken([SECRET], stop), readUnsubscribeToken([SECRET], stop)]).toEqual([null, null])
  })

  it('N-05 lets no link to a report end it, and no other link open or end one', () => {
    const config = { secrets: [SECRET] as const, publicUrl: 'https://stockcast.example' }
    const token = (url: string) => new URL(url).pathname.split('/')[2] ?? ''
    const file = token(fileUrl(config, { merchantId: 7, reportId: 5, userId: 'u' }))
    const stop = token(stopReportUrl(config, { merchantId: 7, kind: 'to_order', userId: 'u' }))
    expect(readFileToken([SECRET], file)).toEqual({ merchantId: 7, reportId: 5, userId: 'u' })
    expect(readStopReportToken([SECRET], stop)).toEqual({ merchantId: 7, kind: 'to_order', userId: 'u' })
    for (const other of [actionToken([SECRET], { merchantId: 7, linkId: 5 }), `${file}.x`, ''])
      expect([readFileToken([SECRET], other), readStopReportToken([SECRET], other)]).toEqual([null, null])
    expect([readStopReportToken([SECRET], file), readFileToken([SECRET], stop)]).toEqual([null, null])
  })

  it('lets the query of a store connection pass as no webhook of any topic, although its signature fits', () => {
    const query = new URLSearchParams(callbackQuery({ shop, state: 's', at: now }, SECRET))
    const hmac = Buffer.from(query.get('hmac') ?? '', 'hex').toString('base64')
    query.delete('hmac')
    const body = query.toString()
    expect(verifyBody(Buffer.from(body), hmac, [SECRET])).toBe(true)
    for (const topic of ['shop/redact', 'app/uninstalled', 'shop/update', 'app/scopes_update'])
      expect(reduceWebhook(topic, body, { shop, now })).toBeNull()
  })

  it('lets the body of a webhook connect no store', () => {
    const body = JSON.stringify({ code: 'a', shop, state: 's', timestamp: now.getTime() / 1000 })
    const hmac = createHmac('sha256', SECRET).update(body).digest('hex')
    expect(verifyQuery(`${body}&hmac=${hmac}`, [SECRET], now)).toBe(false)
    expect(verifyQuery(`${encodeURIComponent(body)}=&hmac=${hmac}`, [SECRET], now)).toBe(false)
  })
})
