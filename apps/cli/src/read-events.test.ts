import { describe, expect, it } from 'vitest'
import { toEpochDay } from './calendar-day.ts'
import { readEvents } from './read-events.ts'

const day = (date: string) => toEpochDay(date) as number
const read = (text: string) => readEvents(new TextEncoder().encode(text), 'events.csv', ['mug', 'tea, green'])

describe('readEvents', () => {
  it('reads closings and sales of the shop and of some products, with effects in per cent and repeats', () => {
    const text = [
      'name,kind,from,to,scope,effect,repeat',
      'Summer break,closed,2026-08-03,2026-08-16,all,,yearly',
      '"Week of tea",promotion,2026-10-01,2026-10-07,"products:tea, green;mug",150 %,',
      'Black Friday,sale,2025-11-28,2025-12-01,,,yearly same weekday',
      'Fair,sale,2025-03-01,2025-03-02,,-20,2026-03-07;2027-03-06',
      'Import twice,data_fault,2026-02-01,2026-02-01,,,none',
      '',
    ].join('\r\n')
    const fair = { kind: 'sale', effect: 0.8 }
    expect(read(text)).toEqual([
      { kind: 'closed', from: day('2026-08-03'), to: day('2026-08-16'), repeats: 'yearly' },
      {
        kind: 'sale',
        from: day('2026-10-01'),
        to: day('2026-10-07'),
        effect: 2.5,
        series: ['tea, green', 'mug'],
      },
      { kind: 'sale', from: day('2025-11-28'), to: day('2025-12-01'), repeats: 'yearly_weekday' },
      { ...fair, from: day('2025-03-01'), to: day('2025-03-02') },
      { ...fair, from: day('2026-03-07'), to: day('2026-03-08') },
      { ...fair, from: day('2027-03-06'), to: day('2027-03-07') },
      { kind: 'fault', from: day('2026-02-01'), to: day('2026-02-01') },
    ])
  })

  it.each([
    ['an empty file', '', /events.csv is empty/],
    ['a column that it does not know', 'kind,from,to,price\n', /column price/],
    ['a file without kinds', 'from,to\n', /no column kind/],
    ['another kind', 'kind,from,to\nparty,2026-01-01,2026-01-02\n', /line 2: kind is party/],
    ['a day that there is not', 'kind,from,to\nclosed,2026-02-30,2026-03-01\n', /line 2: from is 2026-02-30/],
    [
      'an end before the start',
      'kind,from,to\nclosed,2026-02-03,2026-02-01\n',
      /line 2: from is .*, after to/,
    ],
    ['more than a year', 'kind,from,to\nclosed,2025-01-01,2026-01-01\n', /more than 365 days/],
    ['less than nothing', 'kind,from,to,effect\nsale,2026-02-01,2026-02-01,-120\n', /effect is -120/],
    ['no product', 'kind,from,to,scope\nsale,2026-02-01,2026-02-01,products\n', /scope is products/],
    ['a product without sales', 'kind,from,to,scope\nsale,2026-02-01,2026-02-01,hat\n', /series_id hat/],
  ])('refuses %s', (_, text, message) => {
    expect(() => read(text)).toThrow(message)
  })
})
