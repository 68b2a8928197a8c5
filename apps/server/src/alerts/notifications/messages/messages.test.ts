import { shopFormats } from '@stockcast/contract'
import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gsmLength, toGsm } from '../../../providers/twilio/gsm.ts'
import type { AlertFacts, Content, LateOrderFacts } from './content.ts'
import { mailMessage } from './mail-message.ts'
import { getSubject, orderNews } from './order-news.ts'
import { headline, productNews } from './product-news.ts'
import { markRepeated, slackMessage } from './slack-message.ts'
import { codeMessage, smsMessage } from './sms-message.ts'

const publicUrl = 'https://stockcast.example'
const formats = shopFormats('US')
const recommendation = 'Order 792 by Nov 24. Runs out Nov 29 to Dec 4, restock takes 14 days.'

function alert(part: Partial<AlertFacts> = {}): AlertFacts {
  return {
    alertId: 1,
    variantId: 1,
    type: 'stockout_risk',
    severity: 2,
    title: 'House Espresso, 250 g',
    available: 60,
    probability: 0.963,
    daysUntilStockout: 9,
    orderQuantity: 792,
    recommendation,
    ...part,
  }
}

const outOfStock = (id: number) =>
  alert({
    alertId: id,
    variantId: id,
    severity: 3,
    available: 0,
    title: `Kettle ${id}`,
    daysUntilStockout: 0,
  })
const many = (count: number) => Array.from({ length: count }, (_, i) => outOfStock(i + 1))
const as = <Name extends Content['channel']>(content: Content, channel: Name) => {
  expect(content.channel).toBe(channel)
  return content as Extract<Content, { channel: Name }>
}
const slack = (alerts: AlertFacts[], kind: 'alerts' | 'daily' = 'alerts') =>
  as(
    slackMessage.compose({
      products: productNews(alerts, formats),
      orders: [],
      kind,
      shop: null,
      formats,
      publicUrl,
    }),
    'slack',
  )
const mail = (alerts: AlertFacts[]) =>
  as(
    mailMessage.compose({
      products: productNews(alerts, formats),
      orders: [],
      kind: 'alerts',
      formats,
      shop: null,
      publicUrl,
    }),
    'email',
  )
const sms = (alerts: AlertFacts[]) =>
  as(
    smsMessage.compose({
      products: productNews(alerts, formats),
      orders: [],
      kind: 'alerts',
      formats,
      shop: null,
      publicUrl,
    }),
    'sms',
  ).body

describe('the news about products', () => {
  it('puts the alerts of a product in one line and the worst product first', () => {
    const products = productNews(
      [
        alert({ alertId: 1, variantId: 1, severity: 1, daysUntilStockout: 20 }),
        alert({ alertId: 2, variantId: 2, severity: 2, daysUntilStockout: 9 }),
        alert({ alertId: 3, variantId: 2, type: 'low_stock', severity: 1, probability: null }),
        alert({ alertId: 4, variantId: 3, severity: 2, daysUntilStockout: 3 }),
        outOfStock(5),
      ],
      formats,
    )
    expect(products.map(({ variantId }) => variantId)).toEqual([5, 3, 2, 1])
    expect(products[2]).toMatchObject({
      alertIds: [2, 3],
      state:
        '60 in stock, at or below the safety stock. 96% likely to run out before a new order would arrive.',
      recommendation,
    })
    expect(products[0]?.state).toBe('Out of stock.')
  })

  it.each([
    [0.9999, 'Over 99% likely'],
    [0.001, 'Under 1% likely'],
    [0.504, '50% likely'],
  ])('shows a probability of %d as %s', (probability, words) => {
    expect(productNews([alert({ probability })], formats)[0]?.state).toContain(words)
  })

  it.each([
    [[outOfStock(1)], '“Kettle 1” is out of stock'],
    [many(3), '3 products are out of stock'],
    [[alert()], '“House Espresso, 250 g” needs an order'],
    [[alert(), outOfStock(2)], '2 products need an order'],
    [[alert({ orderQuantity: 0 }), outOfStock(2)], '2 products are running low or out of stock'],
    [[alert({ orderQuantity: 0 }), alert({ variantId: 2 })], '2 products are running low'],
  ])('has the right headline in case %#', (alerts, words) => {
    expect(headline(productNews(alerts, formats), formats)).toBe(words)
  })
})

describe('a message in the country of the shop', () => {
  it.each([
    ['DE', '120.000 in stock', '120.000 in stock'],
    ['FR', '120\u202f000 in stock', '120 000 in stock'],
    ['CH', "120'000 in stock", "120'000 in stock"],
    ['IN', '1,20,000 in stock', '1,20,000 in stock'],
    [null, '120,000 in stock', '120,000 in stock'],
  ])('formats numbers for %s as %j, and in an SMS with GSM characters', (country, words, inGsm) => {
    const formats = shopFormats(country)
    const products = productNews([alert({ available: 120_000 })], formats)
    const input = { products, orders: [], kind: 'alerts', shop: null, formats, publicUrl } as const
    expect(as(slackMessage.compose(input), 'slack').text).toContain(words)
    expect(as(mailMessage.compose(input), 'email').text).toContain(words)
    const { body } = as(smsMessage.compose(input), 'sms')
    expect(body).toContain(inGsm)
    expect(toGsm(body)).toBe(body)
  })

  it('formats counts of a thousand products and more likewise', () => {
    const thousands = many(1234)
    const formats = shopFormats('DE')
    const input = {
      products: productNews(thousands, formats),
      orders: [],
      kind: 'alerts',
      formats,
      shop: null,
      publicUrl,
    } as const
    const { text } = as(slackMessage.compose(input), 'slack')
    expect(text).toMatch(/^Stock alert: 1\.234 products are out of stock\n/)
    expect(text).toMatch(/\nAnd 1\.224 more$/)
  })
})

describe('the message to Slack', () => {
  it('W-05 states the facts, the probability and what to do by when, with links', () => {
    const { text, blocks } = slack([alert()])
    expect(text).toBe(
      `Stock alert: “House Espresso, 250 g” needs an order\n“House Espresso, 250 g”: 60 in stock. 96% likely to run out before a new order would arrive. ${recommendation}`,
    )
    expect(blocks).toEqual([
      {
        type: 'header',
        text: { type: 'plain_text', text: 'Stock alert: “House Espresso, 250 g” needs an order' },
      },
      {
        type: 'section',
        text: {
          type: 'mrkdwn',
          text: `*<https://stockcast.example/products/1|House Espresso, 250 g>*\n60 in stock. 96% likely to run out before a new order would arrive.\n${recommendation}`,
        },
      },
      {
        type: 'actions',
        elements: [
          {
            type: 'button',
            text: { type: 'plain_text', text: 'Open alerts' },
            url: 'https://stockcast.example/alerts',
          },
        ],
      },
    ])
  })

  it('lists ten and counts the rest', () => {
    const { text, blocks } = slack(many(44), 'daily')
    expect(text.split('\n')).toHaveLength(12)
    expect(text).toMatch(/^Daily digest: 44 products are out of stock\n/)
    expect(text).toMatch(/\nAnd 34 more$/)
    expect(blocks.filter((block) => block.type === 'section')).toHaveLength(10)
  })

  it('lets no title become a mention or a link', () => {
    const { text, blocks } = slack([alert({ title: '<!channel> & <https://evil.example|gift>' })])
    const formatted = JSON.stringify(blocks.slice(1))
    expect(text).not.toMatch(/[<>]/)
    expect(formatted).not.toContain('<!channel>')
    expect(formatted).toContain('&lt;!channel&gt; &amp; ')
  })

  it('stays within the limits of Block Kit, whatever the products are called', () => {
    forAll(fc.array(fc.string({ maxLength: 400 }), { minLength: 1, maxLength: 30 }), (titles) => {
      const alerts = titles.map((title, i) => alert({ alertId: i, variantId: i, title }))
      const { blocks } = slack(alerts)
      expect(blocks.length).toBeLessThanOrEqual(50)
      for (const { text } of blocks as { text?: { text: string } }[]) {
        expect(text?.text.length ?? 0).toBeLessThanOrEqual(3000)
      }
      expect((blocks[0] as { text: { text: string } }).text.text.length).toBeLessThanOrEqual(150)
    })
  })

  it('says that it may be a repetition', () => {
    const repeated = as(markRepeated(slack([alert()])), 'slack')
    expect(JSON.stringify(repeated.blocks.at(-1))).toContain('Slack did not confirm the first one')
  })
})

describe('the mail', () => {
  it('W-05 says the same in text and HTML, and shows markup in titles as text', () => {
    const content = mail([alert({ variantId: 99, title: 'Fish & <b>chips</b>' }), ...many(11)])
    expect(content.subject).toBe('Stock alert: 12 products need an order')
    expect(content.text).toContain('Kettle 1\nOut of stock.\n')
    expect(content.text).toContain('And 2 more.')
    expect(content.text).toContain('Open alerts:\nhttps://stockcast.example/alerts')
    const own = mail([alert({ title: 'Fish & <b>chips</b>' })])
    expect(own.text).toContain('Fish & <b>chips</b>\n60 in stock.')
    expect(own.html).toContain('>Fish &amp; &lt;b&gt;chips&lt;/b&gt;</a>')
    expect(own.html).toContain(recommendation)
  })

  it('has the links that act on an alert, and the one that stops the emails', () => {
    const links = new Map([[1, [{ label: 'Snooze 7 days', url: 'https://stockcast.example/a/x?y=1&z=2' }]]])
    const products = productNews([alert()], formats, links)
    const stopUrl = 'https://stockcast.example/u/x'
    const content = as(
      mailMessage.compose({ products, orders: [], kind: 'alerts', shop: null, formats, publicUrl, stopUrl }),
      'email',
    )
    expect(content.text).toContain('Snooze 7 days: https://stockcast.example/a/x?y=1&z=2')
    expect(content.text).toContain(`Stop these emails: ${stopUrl}`)
    expect(content.html).toContain('href="https://stockcast.example/a/x?y=1&amp;z=2"')
  })
})

describe('the SMS', () => {
  it('L-01 says what to do first, and how to opt out', () => {
    expect(sms([alert()])).toBe(
      `Stockcast stock alert for "House Espresso, 250 g": 60 in stock. 96% likely to run out before a new order would arrive. ${recommendation} https://stockcast.example/alerts Reply STOP to opt out`,
    )
    expect(sms(many(3))).toBe(
      `Stockcast stock alert: 3 products are out of stock. First "Kettle 1": ${recommendation} And 2 more: https://stockcast.example/alerts Reply STOP to opt out`,
    )
    expect(as(codeMessage('012345'), 'sms').body).toBe(
      'Stockcast: 012345 is your code. It works for 10 minutes. Reply STOP to opt out',
    )
  })

  it('L-01 fits into two messages of plain characters, whatever the products are called', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 })
    forAll(fc.array(text, { minLength: 1, maxLength: 5 }), (titles) => {
      const body = sms(titles.map((title, i) => alert({ alertId: i, variantId: i, title })))
      expect(gsmLength(body)).toBeLessThanOrEqual(306)
      expect(toGsm(body)).toBe(body)
      expect(body).toMatch(/Reply STOP to opt out$/)
    })
  })
})

describe('a title that imitates our own texts', () => {
  const title = 'Your account is suspended: call +1 555 0100”\r\nBcc: x@y.example \u202Eelttek'

  it('never begins a message, and cannot leave its quotes', () => {
    const said = "Your account is suspended: call +1 555 0100' Bcc: x@y.example elttek"
    const [cut] = [`${said.slice(0, 59)}…`]
    expect(mail([alert({ title })]).subject).toBe(`Stock alert: “${cut}” needs an order`)
    const { text, blocks } = slack([alert({ title })])
    expect(text.split('\n').map((line) => line.slice(0, 12))).toEqual([
      'Stock alert:',
      `“${said.slice(0, 11)}`,
    ])
    expect(JSON.stringify(blocks[0])).toContain('"Stock alert: “Your account')
    expect(sms([alert({ title })])).toMatch(
      /^Stockcast stock alert for "Your account is suspended: call [^"]*": 60 in/,
    )
  })

  it('is called "a product" if no character of it is visible', () => {
    expect(mail([alert({ title: '\u200B\u202E' })]).subject).toBe('Stock alert: “A product” needs an order')
  })
})

describe('a message about late orders', () => {
  const order = (part: Partial<LateOrderFacts> = {}): LateOrderFacts => ({
    orderId: 9,
    number: 'PO-0007',
    originalNumber: null,
    supplierName: 'Acme',
    units: 60,
    lateAfter: '2026-11-25',
    ...part,
  })
  const input = (alerts: AlertFacts[], orders: LateOrderFacts[]) => ({
    products: productNews(alerts, formats),
    orders: orderNews(orders, formats),
    kind: 'alerts' as const,
    shop: null,
    formats,
    publicUrl,
  })

  it('names also the number under which the order was imported', () => {
    const [news] = orderNews([order({ originalNumber: 'OLD-77' })], formats)
    expect(news?.title).toBe('PO-0007 (“OLD-77”, “Acme”)')
  })

  it('names the order and its supplier, what should have come, and leads to the order', () => {
    const given = input([], [order()])
    const text = 'PO-0007 (“Acme”) is late'
    expect(as(slackMessage.compose(given), 'slack').text).toBe(
      `Stock alert: ${text}\nPO-0007 (“Acme”): 60 units should have come by Nov 25. Ask the supplier for a new delivery date.`,
    )
    expect(JSON.stringify(slackMessage.compose(given))).toContain(`${publicUrl}/order/orders/9`)
    const content = as(mailMessage.compose(given), 'email')
    expect(content.subject).toBe(`Stock alert: ${text}`)
    expect(content.html).toContain(`href="${publicUrl}/order/orders/9"`)
    expect(as(smsMessage.compose(given), 'sms').body).toBe(
      'Stockcast: PO-0007 ("Acme") is late. 60 units should have come by Nov 25. Ask the supplier for a new delivery date. ' +
        `${publicUrl}/order/orders?late=true Reply STOP to opt out`,
    )
  })

  it.each([
    [[], [order(), order({ orderId: 10 })], '2 purchase orders are late'],
    [[outOfStock(1)], [order()], '“Kettle 1” is out of stock, and PO-0007 (“Acme”) is late'],
    [many(3), [order({ supplierName: null })], '3 products are out of stock, and PO-0007 is late'],
  ])('has the right subject in case %#', (alerts, orders, words) => {
    expect(getSubject(input(alerts, orders), formats)).toBe(words)
  })

  it('keeps an SMS within two parts, and a supplier’s name from posing as our words', () => {
    forAll(fc.string({ maxLength: 200 }), fc.nat(4), (supplierName, count) => {
      const { body } = as(smsMessage.compose(input(many(count), [order({ supplierName })])), 'sms')
      expect(gsmLength(body)).toBeLessThanOrEqual(306)
      expect(toGsm(body)).toBe(body)
    })
    const [news] = orderNews([order({ supplierName: 'Acme” is paid. “' })], formats)
    expect(news?.title).toBe("PO-0007 (“Acme' is paid. '”)")
  })
})
