import {
  type DraftLine,
  type OrderMail,
  type OrderPapers,
  orderPapersSchema,
  ordersApi,
  type PurchaseOrder,
  type SaveOrderPapers,
  suppliersApi,
  toAddress,
} from '@stockcast/contract'
import { sql } from 'kysely'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { newForEachTest, withTestApp } from '../../../testing/index.ts'
import { readAnswer } from '../../../testing/read-answer.ts'
import { orderWriting } from './order-words.ts'

const app = withTestApp({ now: '2026-11-20T10:00:00Z' })

const nothing: SaveOrderPapers = {
  companyName: '',
  address: '',
  shipTo: '',
  terms: '',
  note: '',
  prefix: 'PO-',
}

async function shopWithSupplier() {
  const merchant = await app.openShop([{ title: 'Kettle', available: 4 }])
  const { variantId } = merchant
  const supplier = await readAnswer<{ id: number }>(
    merchant.request(suppliersApi.create.path, {
      json: { name: 'Acme', contactName: 'Jörg Müller', address: 'Hafenstraße 1\n20457 Hamburg' },
    }),
  )
  return {
    ...merchant,
    put: (change: Partial<SaveOrderPapers>) =>
      merchant.request(ordersApi.savePapers.path, { method: 'PUT', json: { ...nothing, ...change } }),
    papers: () => readAnswer<OrderPapers>(merchant.request(ordersApi.getPapers.path)),
    supplier,
    draft: () =>
      readAnswer<PurchaseOrder>(
        merchant.request(ordersApi.create.path, {
          json: { supplierId: supplier.id, lines: [{ variantId, units: 5 }] },
        }),
      ),
  }
}

async function getRefusal(answer: Response) {
  const { error } = (await answer.json()) as { error: { field?: string; message: string } }
  return [answer.status, error.field, error.message]
}

const shop = newForEachTest(shopWithSupplier)

describe('the numbers of orders', () => {
  it('have the merchant’s prefix and go on from the chosen number, and existing orders keep theirs', async () => {
    const first = await shop.draft()
    await readAnswer(shop.put({ prefix: 'B/26-', nextNumber: 1433 }))
    const second = await shop.draft()
    const third = await shop.draft()
    expect([first, second, third].map(({ number }) => number)).toEqual(['PO-0001', 'B/26-1433', 'B/26-1434'])
    expect(await shop.papers()).toMatchObject({ prefix: 'B/26-', nextNumber: 1435 })
    const pdf = await shop.request(toAddress(ordersApi.exportPdf, { id: second.id }))
    expect(pdf.headers.get('content-disposition')).toBe('attachment; filename="B-26-1433.pdf"')
    const found = await readAnswer<{ total: number }>(
      shop.request(`${ordersApi.list.path}?search=${encodeURIComponent('b/26-1434')}`),
    )
    expect(found.total).toBe(1)
  })

  it('are never given twice: a next number that orders have reached is refused, with the lowest that is free', async () => {
    await shop.draft()
    expect(await getRefusal(await shop.put({ nextNumber: 1 }))).toEqual([
      400,
      'nextNumber',
      'Your orders have numbers up to 1. The next one is 2 or more.',
    ])
    expect((await shop.draft()).number).toBe('PO-0002')
  })

  it('go on beyond the largest that a merchant may choose', async () => {
    await readAnswer(shop.put({ nextNumber: 999_999_999 }))
    expect((await shop.draft()).number).toBe('PO-999999999')
    expect(orderPapersSchema.parse(await shop.papers())).toMatchObject({ nextNumber: 1_000_000_000 })
    expect((await shop.draft()).number).toBe('PO-1000000000')
  })

  it('are used again if the creation of the newest draft is undone, but not if that draft was changed or mailed', async () => {
    const remove = (order: PurchaseOrder) =>
      readAnswer(shop.request(toAddress(ordersApi.remove, { id: order.id }), { method: 'DELETE' }))
    const [first, second] = [await shop.draft(), await shop.draft()]
    await remove(first)
    await remove(second)
    const third = await shop.draft()
    expect(third.number).toBe('PO-0002')
    await readAnswer(
      shop.request(toAddress(ordersApi.save, { id: third.id }), {
        method: 'PUT',
        json: { version: third.version, note: 'by ship' },
      }),
    )
    await remove(third)
    const fourth = await shop.draft()
    expect(fourth.number).toBe('PO-0003')
    await shop.rows(sql`insert into purchase_order_mails (merchant_id, order_id, order_version, press_key, recipient, delivery_id, asked_at, status_at)
      values (${shop.merchantId}, ${fourth.id}, 1, 'one', 'a@acme.example', 1, now(), now())`)
    await remove(fourth)
    expect((await shop.draft()).number).toBe('PO-0004')
  })

  it('are used again if a product that was added to a draft of its own is removed again', async () => {
    const add = () =>
      readAnswer<DraftLine>(
        shop.request(ordersApi.addDraftLine.path, {
          json: { variantId: shop.variantId, supplierId: shop.supplier.id, units: 4 },
        }),
      )
    const { orderId, lineId, number } = await add()
    await shop.request(toAddress(ordersApi.removeDraftLine, { id: orderId, lineId }), { method: 'DELETE' })
    expect((await add()).number).toBe(number)
  })

  it('take no prefix that a mail program could read as a link', async () => {
    for (const prefix of ['evil.io/', ' PO', 'a\nb', '<b>', 'ÜÄ'])
      expect((await getRefusal(await shop.put({ prefix }))).slice(0, 2)).toEqual([400, 'prefix'])
    expect((await shop.put({ prefix: '' })).status).toBe(200)
    expect((await shop.draft()).number).toBe('0001')
  })
})

describe('what stands on every order', () => {
  it('is kept with the logo, which stays until it is replaced or removed', async () => {
    const png = PNG.sync.write(new PNG({ width: 30, height: 10, fill: true }))
    await readAnswer(
      shop.put({ logo: png.toString('base64'), companyName: 'Nordfold GmbH', terms: '30 days net' }),
    )
    await readAnswer(shop.put({ companyName: 'Northfold GmbH' }))
    const papers = await shop.papers()
    expect(papers).toMatchObject({ companyName: 'Northfold GmbH', terms: '' })
    expect(Buffer.from(papers.logo!, 'base64').subarray(1, 4).toString()).toBe('PNG')
    const pdf = await shop.request(toAddress(ordersApi.exportPdf, { id: (await shop.draft()).id }))
    expect(Buffer.from(await pdf.arrayBuffer()).includes('/Subtype /Image')).toBe(true)
    await readAnswer(shop.put({ logo: null }))
    expect((await shop.papers()).logo).toBeNull()
  })

  it('takes no picture that is too large or no PNG, and then changes nothing', async () => {
    const wide = PNG.sync.write(new PNG({ width: 1001, height: 2, fill: true }))
    const files = [wide, Buffer.alloc(200_001), Buffer.from('<svg/>')]
    for (const file of files) {
      const refused = await getRefusal(await shop.put({ logo: file.toString('base64'), terms: 'x' }))
      expect(refused.slice(0, 2)).toEqual([400, 'logo'])
    }
    expect((await shop.papers()).terms).toBe('')
  })

  it('gives an order the contact and the address of its supplier', async () => {
    expect(await shop.draft()).toMatchObject({
      supplierContactName: 'Jörg Müller',
      supplierAddress: 'Hafenstraße 1\n20457 Hamburg',
    })
  })

  it('takes no address of so many lines that it pushes the products off the page', async () => {
    const refused = await getRefusal(await shop.put({ shipTo: 'x\n'.repeat(8).concat('x') }))
    expect(refused).toEqual([400, 'shipTo', 'An address has at most 8 lines.'])
  })

  it('is of one merchant alone', async () => {
    const [shop, other] = [await shopWithSupplier(), await shopWithSupplier()]
    await readAnswer(shop.put({ companyName: 'Northfold GmbH', prefix: 'N-', nextNumber: 9 }))
    expect(await other.papers()).toEqual({ ...nothing, nextNumber: 1, logo: null })
  })
})

describe('an order to a supplier with a language of its own', () => {
  it('goes out in it, to the location that was chosen, at the exchange rate that was noted', async () => {
    await shop.rows(sql`insert into locations (merchant_id, location_id, name, is_active)
      values (${shop.merchantId}, 8001, 'Warehouse', true)`)
    await readAnswer(
      shop.request(toAddress(suppliersApi.save, { id: shop.supplier.id }), {
        method: 'PUT',
        json: { name: 'Acme', language: 'de', currency: 'EUR' },
      }),
    )
    const draft = await shop.draft()
    expect(draft.locations).toHaveLength(2)
    expect(draft.locations).toContainEqual({ id: 8001, name: 'Warehouse' })
    const order = await readAnswer<PurchaseOrder>(
      shop.request(toAddress(ordersApi.save, { id: draft.id }), {
        method: 'PUT',
        json: { version: draft.version, locationId: 8001, fxRate: 1.25, expectedOn: '2026-12-03' },
      }),
    )
    expect(order).toMatchObject({ supplierLanguage: 'de', locationName: 'Warehouse', fxRate: 1.25 })
    const { text } = await readAnswer<OrderMail>(
      shop.request(toAddress(ordersApi.previewMail, { id: order.id })),
    )
    for (const words of [
      'unsere Bestellung PO-0001',
      '1 Artikel, 5 Stück',
      'bis zum 3. Dezember 2026',
      'Bitte liefern Sie an:\nWarehouse',
    ])
      expect(text).toContain(words)
    const pdf = await shop.request(toAddress(ordersApi.exportPdf, { id: order.id }))
    expect(Buffer.from(await pdf.arrayBuffer()).toString('latin1')).toContain('Bestellung')
  })

  it.each([
    ['de', '1.171,05', '3. Dezember 2026'],
    ['fr', '1\u202f171,05', '3 décembre 2026'],
    ['es', '1171,05', '3 de diciembre de 2026'],
    ['it', '1171,05', '3 dicembre 2026'],
    // Written in English, as the shop's country does.
    ['zh', '1,171.05', 'December 3, 2026'],
  ])('reads numbers and days as in %s', (language, amount, day) => {
    const writing = orderWriting(language, 'US')
    expect([writing.number(1171.05, 2), writing.day('2026-12-03')]).toEqual([amount, day])
  })
})

it('an imported order keeps its own number beside ours, in the search and in the mail', async () => {
  const order = await shop.draft()
  await shop.rows(
    sql`update purchase_orders set source = 'import', external_id = 'OLD-77' where id = ${order.id}`,
  )
  const mail = await readAnswer<{ text: string }>(
    shop.request(toAddress(ordersApi.previewMail, { id: order.id })),
  )
  expect(mail.text).toContain('purchase order PO-0001 (earlier number OLD-77) attached')
  const found = await readAnswer<{ total: number }>(shop.request(`${ordersApi.list.path}?search=old-77`))
  expect(found.total).toBe(1)
})
