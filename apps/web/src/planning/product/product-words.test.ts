import { describe, expect, it } from 'vitest'
import { aDetail, aForecast, anAttention, noEvidence } from '../../testing/stock-fixtures.ts'
import { leadSentence, noForecastWords, stockNews, stockNote } from './product-words.ts'
import { accuracyWords, reasons } from './why/evidence-words.ts'

type Given = Parameters<typeof aDetail>[0]
const said = (given: Given) => {
  const { before, key, after, advice } = leadSentence(aDetail(given))
  return `${before}${key}${after} ${advice}`.trim()
}

describe('The lead sentence:', () => {
  it.each<{ given: Given; sentence: string }>([
    {
      given: {},
      sentence:
        'In 17 of 20 futures this runs out before an order placed today arrives. Order 792 today and expect about 2 days out of stock.',
    },
    {
      given: {
        row: { recommendation: { kind: 'order_soon', inDays: 2 }, orderBy: '2026-11-22', orderQuantity: 140 },
        forecast: aForecast({ futures: [30, 40] }),
      },
      sentence:
        'In none of 2 futures this runs out before an order placed today arrives. Order 140 by Sun, Nov 22.',
    },
    {
      given: {
        row: {
          status: 'out_of_stock',
          currentStock: 0,
          recommendation: { kind: 'order_now' },
          orderQuantity: 78,
        },
        incoming: [{ day: '2026-11-26', units: 60, counted: 60 }],
      },
      sentence: 'Out of stock. 60 on the way, expected about Nov 26. Order 78 today.',
    },
    {
      given: { row: { recommendation: { kind: 'covered', units: 900, inDays: 6 } } },
      sentence:
        'In 17 of 20 futures this runs out before an order placed today arrives. Covered by 900, expected about Nov 26.',
    },
    {
      given: {
        row: {
          recommendation: { kind: 'too_late', expectedStockoutDays: 5 },
          orderBy: null,
          orderQuantity: null,
        },
      },
      sentence:
        'In 17 of 20 futures this runs out before an order placed today arrives. What is on the way is enough, after about 5 days out of stock.',
    },
    {
      given: { forecast: null, row: { daysSource: 'mean' } },
      sentence: 'No forecast yet. Until then: stock ÷ the 30-day average.',
    },
    {
      given: { forecast: aForecast({ basis: 'too_little_data' }) },
      sentence:
        "Too few days of sales for a reliable forecast. Until then: these few days and your shop's typical level. Order 792 today and expect about 2 days out of stock.",
    },
    {
      given: { forecast: aForecast({ basis: 'no_demand' }) },
      sentence: 'Nothing is expected to sell, so no stockout is in sight.',
    },
    {
      given: { row: { isTracked: false, currentStock: null } },
      sentence: 'Stock of this product is not tracked. Turn tracking on in Shopify to see when it runs out.',
    },
  ])('the sentence is $sentence', ({ given, sentence }) => {
    expect(said(given)).toBe(sentence)
  })

  it('the sentence says the chance over all lead times where the supplier’s varies, as the figure below it does', () => {
    const { policy, forecast } = aDetail()
    const varies = { ...policy, leadTimeRange: { p10: 9, p90: 56 } }
    const { before, key, after } = leadSentence({ ...aDetail(), policy: varies })
    expect(forecast!.leadTimeStockoutProbability).toBe(0.84)
    expect(before + key + after).toBe(
      'In 84% of cases this runs out before an order placed today arrives (9 to 56 days from now).',
    )
  })

  it('the sentence counts the same futures that the dashboard draws', () => {
    expect(leadSentence(aDetail()).key).toBe('17 of 20')
    expect(anAttention().futures).toEqual(aDetail().forecast!.futures)
  })
})

it('committed units, those on the way and those that are received are named', () => {
  const incoming = [{ day: '2026-11-26', units: 60, counted: 60 }]
  const { row } = aDetail()
  expect(stockNote({ committed: 3, incoming, row })).toBe('3 committed, 60 on the way')
  expect(stockNote({ committed: 3, incoming, row: { ...row, notInStore: 24 } })).toBe(
    '3 committed, 60 on the way, 24 received, not in your store yet',
  )
})

it.each<{ given: Given; words: string }>([
  { given: {}, words: 'Stock is now 214 units, 11 days until stockout.' },
  {
    given: { row: { currentStock: 1, daysUntilStockout: 1 } },
    words: 'Stock is now 1 unit, 1 day until stockout.',
  },
  {
    given: { row: { currentStock: 0, status: 'out_of_stock' } },
    words: 'Stock is now 0 units, out of stock.',
  },
  {
    given: { row: { projection: { kind: 'no_demand' } } },
    words: 'Stock is now 214 units, no stockout expected.',
  },
  { given: { row: { projection: { kind: 'unknown' } } }, words: 'Stock is now 214 units.' },
  { given: { row: { currentStock: null } }, words: 'Stock is not known now.' },
])('reads out "$words"', ({ given, words }) => {
  expect(stockNews(aDetail(given))).toBe(words)
})

describe('Why these numbers:', () => {
  const keys = (given: Given) => reasons(aDetail(given), null).map(({ key }) => key)

  it('the list names days out of stock, the busiest weekdays and the policy with its source', () => {
    const all = reasons(aDetail(), null)
    expect(all.map(({ key }) => key)).toEqual([
      '15.2 a day',
      '6 days out of stock',
      'Tuesdays and Fridays',
      '14 days',
      '5 units',
      '302 units',
    ])
    expect(all[3]!.source).toBe('your default for all products')
    expect(all[4]!.source).toContain('standard default')
  })

  it('days that sold the last unit and days that were probably out of stock are described differently', () => {
    const days = { daysOfHistory: 120, daysOutOfStock: 6, daysSoldOut: 1, daysInferredOutOfStock: 9 }
    const all = reasons(
      aDetail({
        forecast: aForecast({
          evidence: { ...noEvidence, ...days },
        }),
      }),
      null,
    )
    expect(all.slice(1, 4).map(({ key, after, source }) => [key + after, source])).toEqual([
      ['5 days out of stock left out', 'not counted as days without demand'],
      ['1 day sold the last unit', expect.stringContaining('more than was sold')],
      ['9 days probably out of stock left out', expect.stringContaining('inferred')],
    ])
  })

  it('names large orders at even distances with their next day', () => {
    const { evidence } = aForecast()
    const regularOrders = { everyDays: 30, units: 96, seen: 8, nextDay: '2026-12-12' }
    const getSaid = (orders: typeof regularOrders) =>
      reasons(aDetail({ forecast: aForecast({ evidence: { ...evidence, regularOrders: orders } }) }), null)
    expect(getSaid(regularOrders)).toContainEqual({
      before: 'A large order of about ',
      key: '96 units every 30 days',
      after: '',
      source: 'seen 8 times; the next one is expected around Dec 12; other days are forecast without them',
    })
    const overdue = getSaid({ ...regularOrders, nextDay: '2026-11-17' }).map(({ source }) => source)
    expect(overdue).toContain(
      'seen 8 times; one was expected around Nov 17 and has not come yet; other days are forecast without them',
    )
  })

  it('a bulk order is named with the units that it counts as', () => {
    const { evidence } = aForecast()
    const bulkDays = [{ day: '2026-05-03', units: 200, countedAs: 12 }]
    const all = reasons(aDetail({ forecast: aForecast({ evidence: { ...evidence, bulkDays } }) }), null)
    expect(all.map(({ key, after }) => key + after)).toContain('200 units on May 3 count as 12')
  })

  it('holidays ahead are named with what the shop sells on them', () => {
    const { evidence } = aForecast()
    const events = [
      { day: '2026-11-27', name: 'Black Friday', ratio: 3.14 },
      { day: '2026-12-25', name: 'Christmas Day', ratio: 0.03 },
      { day: '2026-12-26', name: 'Boxing Day', ratio: 0.254 },
    ]
    const all = reasons(aDetail({ forecast: aForecast({ evidence: { ...evidence, events } }) }), null)
    const sentences = all.map(({ before, key, source }) => `${before}${key}: ${source}`)
    expect(sentences).toContain(
      'Quieter on Christmas Day (Dec 25) and Boxing Day (Dec 26): about 3 to 25% of a usual day, from what your shop sold on such days before',
    )
    expect(sentences).toContain(
      'Busier on Black Friday (Nov 27): about 3.1 times a usual day, from what your shop sold on such days before',
    )
  })

  it('a shop that has not seen the season says so, and one that has seen few seasons says that', () => {
    const told = (season: 'unseen' | 'seen_once' | null) => {
      const { evidence } = aForecast()
      const all = reasons(aDetail({ forecast: aForecast({ evidence: { ...evidence, season } }) }), null)
      return all.map(({ before, key, after }) => before + key + after)
    }
    expect(told('unseen')).toContain('The coming season is new to your shop')
    expect(told('seen_once')).toContain('Your shop has seen few seasons so far')
    expect(told(null).join()).not.toMatch(/season|year ago/)
  })

  it('more than four holidays ahead are counted', () => {
    const { evidence } = aForecast()
    const events = [1, 2, 3, 4, 5, 6].map((day) => ({
      day: `2026-12-0${day}`,
      name: `Day ${day}`,
      ratio: 0.2,
    }))
    const all = reasons(aDetail({ forecast: aForecast({ evidence: { ...evidence, events } }) }), null)
    expect(all.find(({ before }) => before === 'Quieter on ')?.key).toBe(
      'Day 1 (Dec 1), Day 2 (Dec 2), Day 3 (Dec 3), Day 4 (Dec 4), and 2 more',
    )
  })

  it('a holiday on which the shop is closed has almost no sales', () => {
    const { evidence } = aForecast()
    const events = [{ day: '2026-12-25', name: 'Christmas Day', ratio: 0.002 }]
    const all = reasons(aDetail({ forecast: aForecast({ evidence: { ...evidence, events } }) }), null)
    expect(all.find(({ before }) => before === 'Quieter on ')?.source).toMatch(/^almost no sales, from/)
  })

  it('a learned lead time is given as the range of 8 in 10 orders, and so is what the reorder point lasts', () => {
    const learned = { leadTimeSource: 'learned' as const, leadTimeRange: { p10: 17, p90: 26 } }
    const policy = { ...aDetail().policy, leadTimeDays: 20, ...learned }
    const all = reasons(aDetail({ policy }), null)
    expect(all[3]).toMatchObject({ key: '17 to 26 days', source: 'learned from your orders' })
    expect(all.at(-1)!.source).toBe('enough for the 17 to 26 days until restock in at least 90% of cases')
  })

  it('weekdays and stockouts are left out where there is nothing to say', () => {
    const even = aForecast({ evidence: { ...noEvidence, weekdayRatios: [1, 1, 1, 1, 1, 1, 1] } })
    expect(keys({ forecast: even })).toEqual(['15.2 a day', '14 days', '5 units', '302 units'])
    expect(keys({ forecast: null })).toEqual(['15.2 a day', '14 days', '5 units'])
  })
})

it('the error of past forecasts is compared with that of the 30-day average', () => {
  expect(accuracyWords(aForecast().accuracy!)).toEqual({
    inside: '11 of 12 past forecasts fell inside the range.',
    error: '14%',
    rest: 'over 14 days; the plain 30-day average was off by 19%.',
  })
})

describe('Where no forecast is drawn,', () => {
  const evidence = { ...noEvidence, daysOfHistory: 9 }
  it.each<{ given: Given; headline: string; detail: string }>([
    {
      given: { row: { daysSource: 'mean' }, forecast: aForecast({ basis: 'too_little_data', evidence }) },
      headline: '9 of 28 days of sales so far',
      detail: 'The forecast starts on Dec 9. Until then: stock ÷ the 30-day average.',
    },
    {
      given: {
        forecast: aForecast({ basis: 'too_little_data', evidence: { ...evidence, daysOfHistory: 40 } }),
      },
      headline: 'No day in stock so far',
      detail: "Until then: these few days and your shop's typical level.",
    },
    {
      given: { forecast: aForecast({ basis: 'no_demand' }) },
      headline: 'No sales yet',
      detail: 'The forecast starts after the first sale.',
    },
    {
      given: { row: { daysSource: 'mean' }, forecast: null },
      headline: 'No forecast yet',
      detail: 'It starts after the next sync. Until then: stock ÷ the 30-day average.',
    },
  ])('the headline is $headline', ({ given, headline, detail }) => {
    expect(noForecastWords(aDetail(given))).toEqual({ headline, detail })
  })
})
