import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  amountReader,
  cellText,
  codeKey,
  dateReader,
  getCurrency,
  headKey,
  isBlank,
  isTotalRow,
  numberReader,
  readFlag,
  readOrderState,
  spoiledReason,
} from './index.ts'

const value = <T>(read: { value: T } | { reason: string }) => ('value' in read ? read.value : read.reason)

function wholes(cells: readonly string[], decimal: '.' | ',' | null = null) {
  const reader = numberReader()
  for (const cell of cells) reader.note(cell)
  return cells.map((cell) => value(reader.whole(cell, decimal)))
}
function amounts(cells: readonly string[], currency = 'USD', digits = 2) {
  const reader = amountReader()
  for (const cell of cells) reader.note(cell)
  return cells.map((cell) => value(reader.minor(cell, { currency, digits })))
}
function days(cells: readonly string[]) {
  const reader = dateReader()
  for (const cell of cells) reader.note(cell)
  return cells.map((cell) => value(reader.day(cell)))
}

describe('whole numbers of a column', () => {
  it.each<[string[], (number | string)[]]>([
    [
      ['1,000', '2.000', '12'],
      [1000, 2000, 12],
    ],
    [
      ['1,000', '2.000'],
      [1000, 2000],
    ],
    [['1,250'], [1250]],
    [
      ['١٢', '۱۲', '१२', '１，２００', '１２', '١٬٢٥٠', '-１２', '1,25,000'],
      [12, 12, 12, 1200, 12, 1250, -12, 125_000],
    ],
    [
      ['1.250', '2.000'],
      [1250, 2000],
    ],
    [
      ['10,000', '5'],
      [10_000, 5],
    ],
    [
      ['1.234.567', '2.000'],
      [1_234_567, 2000],
    ],
    [
      ['1,234.00', '2,000'],
      [1234, 2000],
    ],
    [
      ['1.234,00', '2.000'],
      [1234, 2000],
    ],
    [
      ['12.0', '2.000'],
      [12, 2],
    ],
    [
      ["1'200", '1 300', '1\u00a0400', '1\u202f500', '1’600'],
      [1200, 1300, 1400, 1500, 1600],
    ],
    [
      ['12 pcs', '3 units', '7x', '4 Stk.', '1 ea'],
      [12, 3, 7, 4, 1],
    ],
    [
      ['(5)', '5-', '−5', '+5', "'5", '="5"'],
      [-5, -5, -5, 5, 5, 5],
    ],
    [
      ['1,25,000', '2,000', '12,34,56,789'],
      [125_000, 2000, 123_456_789],
    ],
    [
      ['5.0', '5,00', '5.'],
      [5, 5, 5],
    ],
  ])('%j are %j', (cells, expected) => expect(wholes(cells)).toEqual(expected))

  it.each([
    [['1.000'], ['1', '1000']],
    [
      ['1,000', '2,000'],
      ['1', '1000', '2', '2000'],
    ],
  ])('%j are refused with both meanings if nothing decides between them', (cells, meanings) => {
    const all = wholes(cells).join(' ')
    for (const meaning of meanings) expect(all).toContain(meaning)
    expect(all).toContain('can mean')
  })

  it.each([
    ['10 cases', 'counts packs'],
    ['5 boxes', 'counts packs'],
    ['2 ctn', 'counts packs'],
    ['3 Kartons', 'counts packs'],
    ['1 dozen', 'counts packs'],
    ['2 weeks', 'is not a whole number'],
  ])('%s is not a number of units: %s', (cell, reason) => expect(wholes([cell])[0]).toContain(reason))

  it.each<[string, number | string]>([
    ['14', 14],
    ['14 days', 14],
    ['2 weeks', 14],
    ['6 wks.', 42],
    ['1.5 weeks', 11],
    ['1 month', 30],
    ['3 Wochen', 21],
    ['14 Tage', 14],
    ['2 semaines', 14],
    ['ca. 14', 14],
    ['~ 2 weeks', 14],
    ['2-3 weeks', 'names two spans'],
    ['14–21 days', 'names two spans'],
    ['10 business days', 'is not a number of days'],
    ['soon', 'is not a number of days'],
  ])('the span %s is %s days', (cell, expected) => {
    const reader = numberReader()
    reader.note(cell)
    const read = value(reader.span(cell))
    if (typeof expected === 'number') expect(read).toBe(expected)
    else expect(read).toContain(expected)
  })

  it('mean thousands if other columns have the other decimal separator', () => {
    expect(wholes(['1,000'], '.')).toEqual([1000])
    expect(wholes(['1,000'], ',')[0]).toContain('can mean 1 or 1000')
  })

  it.each([
    '',
    'x',
    '1.5',
    '1,5',
    '12 apples',
    '1.2.3',
    '1,23,45',
    '1.23.456',
    '10+',
    '>50',
    '--5',
    '(5',
    '1e3',
    '0x10',
    '5 5 x 5',
    '∞',
  ])('%j is none', (cell) => {
    expect(wholes([cell])[0]).toContain('is not')
  })

  it('come back however they were written', () => {
    const formats = [
      (n: number) => String(n),
      (n: number) => n.toLocaleString('en-US'),
      (n: number) => n.toLocaleString('de-DE'),
      (n: number) => n.toLocaleString('de-CH'),
      (n: number) => n.toLocaleString('fr-FR'),
    ]
    forAll(
      fc.array(fc.integer({ min: -999_999_999, max: 999_999_999 }), { minLength: 1 }),
      fc.constantFrom(...formats),
      (numbers, format) => {
        const read = wholes([...numbers.map(format), format(7)])
        expect(read).toEqual([...numbers.map((n) => (n === 0 ? 0 : n)), 7])
      },
    )
  })
})

describe('amounts of a column', () => {
  it.each<[string[], string, (number | string)[]]>([
    [['12.50', '$3', '$ 4.20', 'US$5.00', '6.00 USD', 'usd 7'], 'USD', [1250, 300, 420, 500, 600, 700]],
    [['12,50', '€3', '4,20 €', '5.00 EUR', '1.299,50'], 'EUR', [1250, 300, 420, 500, 129_950]],
    [['1,299.50', '1,250'], 'USD', [129_950, 125_000]],
    [['1.299,50', '1.250'], 'EUR', [129_950, 125_000]],
    [['3.5', '1.250'], 'USD', [350, 125]],
    [['CHF 3.50', "1'299.50", '3.50 Fr.'], 'CHF', [350, 129_950, 350]],
    [['kr 12,50', '12,50 kr'], 'SEK', [1250, 1250]],
    [['-3.50', '(3.50)', '$-3.50'], 'USD', [-350, -350, -350]],
    [['.5', '0.005', '0.004'], 'USD', [50, 1, 0]],
    [['Rs. 1250/-', 'Rs 99/-', 'Rs.5', '₹1,25,000.50'], 'INR', [125_000, 9900, 500, 12_500_050]],
    [['kr. 1250', 'kr.5', '12,50 kr.'], 'DKK', [125_000, 500, 1250]],
    [['12.-', '12,–', '12,-- $', '$1.250,–'], 'USD', [1200, 1200, 1200, 125_000]],
    [['4.20/pc', '4.20 each', '$4.20 per unit', '4,20 / Stk.', '4.20 ea.'], 'USD', [420, 420, 420, 420, 420]],
  ])('%j are %j minor units', (cells, currency, expected) =>
    expect(amounts(cells, currency, 2)).toEqual(expected),
  )

  it('have no decimals in a currency without any', () => {
    const cells = ['1,250', '¥300', '3', '￥1,200', '1,200円', '１２']
    expect(amounts(cells, 'JPY', 0)).toEqual([1250, 300, 3, 1200, 1200, 12])
  })

  it.each([
    ['€3.50', 'USD', 'is in EUR'],
    ['3.50 GBP', 'USD', 'is in GBP'],
    ['£3.50', 'USD', 'is in GBP'],
    ['US$3.50', 'CAD', 'is in USD'],
    ['CA$3.50', 'USD', 'is in CAD'],
    ['3.50 kr', 'EUR', 'is in SEK'],
    ['3.50 apples', 'USD', 'is not an amount'],
    ['42.00 per case', 'USD', 'is not an amount'],
    ['100 pcs', 'USD', 'is not an amount'],
    ['R 3.50', 'USD', 'is in ZAR'],
    ['abc', 'USD', 'is not an amount'],
    ['1.250', 'USD', 'can mean 1.250 or 1250'],
  ])('%s in a shop in %s is refused: %s', (cell, currency, reason) => {
    expect(amounts([cell], currency)[0]).toContain(reason)
  })

  it('of dollars are those of the shop', () => {
    expect(amounts(['$3.50'], 'CAD')).toEqual([350])
  })
})

describe('days of a column', () => {
  it.each([
    ['2026-11-20', '2026-11-20'],
    ['2026/11/20', '2026-11-20'],
    ['2026.1.5', '2026-01-05'],
    ['٢٠٢٦-١١-٠٣', '2026-11-03'],
    ['２０２６／１１／０３', '2026-11-03'],
    ['2026-11-20 00:00:00', '2026-11-20'],
    ['2026-11-20T09:15:00Z', '2026-11-20'],
    ['20 Nov 2026', '2026-11-20'],
    ['20. November 2026', '2026-11-20'],
    ['Nov 20, 2026', '2026-11-20'],
    ['November 20 2026', '2026-11-20'],
    ['Friday, November 20th, 2026', '2026-11-20'],
    ['1-Nov-26', '2026-11-01'],
    ['20/11/2026', '2026-11-20'],
    ['11/20/2026', '2026-11-20'],
    ['20.11.26', '2026-11-20'],
    ['20-11-2026 14:05', '2026-11-20'],
    ['05/05/2026', '2026-05-05'],
    ['20261120', '2026-11-20'],
    ['46346', '2026-11-20'],
    ['46346,5', '2026-11-20'],
    ['03.11.2026', '2026-11-03'],
    ['3. Nov. 2026', '2026-11-03'],
    ['12. Oktober 2026', '2026-10-12'],
    ['1. März 2026', '2026-03-01'],
    ['5. Dez 25', '2025-12-05'],
    ['5. Mai 2026', '2026-05-05'],
    ['12 août 2026', '2026-08-12'],
    ['1 févr. 2026', '2026-02-01'],
    ['1er juin 2026', '2026-06-01'],
    ['1 juillet 2026', '2026-07-01'],
    ['3 de noviembre de 2026', '2026-11-03'],
    ['1 ene 2026', '2026-01-01'],
    ['3 mei 2026', '2026-05-03'],
    ['Fri, 20 Nov 2026 23:30:00 -0500', '2026-11-20'],
    ['11/20/2026 12:05 AM', '2026-11-20'],
    ['Di., 03.11.2026', '2026-11-03'],
    ['3. 11. 2026', '2026-11-03'],
    ['2026年11月3日', '2026-11-03'],
    ['Sat 2026-11-28', '2026-11-28'],
    ['20 listopada 2026', '2026-11-20'],
    ['3 paź 2026', '2026-10-03'],
    ['26-11-03', '2026-11-03'],
    ['20/11/26', '2026-11-20'],
  ])('%s is %s', (cell, day) => expect(days([cell])).toEqual([day]))

  it('have the order that another cell shows', () => {
    expect(days(['01/11/2026', '25/11/2026'])).toEqual(['2026-11-01', '2026-11-25'])
    expect(days(['01/11/2026', '11/25/2026'])).toEqual(['2026-01-11', '2026-11-25'])
    expect(days(['25/11/2026', '01.11.2026', '1-Nov-26'])).toEqual(['2026-11-25', '2026-11-01', '2026-11-01'])
  })

  it.each<[string[], string[]]>([
    [
      ['26-11-20', '26-11-03'],
      ['2026-11-20', '2026-11-03'],
    ],
    [
      ['26-11-20', '26-11-21'],
      ['2026-11-20', '2026-11-21'],
    ],
    [
      ['26/11/20', '26/11/21', '26/10/05'],
      ['2026-11-20', '2026-11-21', '2026-10-05'],
    ],
    [
      ['20-11-26', '21-11-26', '05-11-26'],
      ['2026-11-20', '2026-11-21', '2026-11-05'],
    ],
    [
      ['25-12-30', '25-12-31', '26-01-02'],
      ['2025-12-30', '2025-12-31', '2026-01-02'],
    ],
    [
      ['11-20-26', '12-05-26'],
      ['2026-11-20', '2026-12-05'],
    ],
  ])('with a year of two digits have it where the column changes least: %j', (cells, expected) =>
    expect(days(cells)).toEqual(expected),
  )

  it('such as 26-11-20 are refused if nothing shows which part is the year', () =>
    expect(days(['26-11-20'])[0]).toContain('can mean 2026-11-20 or 2020-11-26'))

  it('with the year first mean the month before the day, unless only another order fits a cell', () => {
    expect(days(['2026-03-11', '2026-25-11', '2026-11-25'])[0]).toBe('2026-03-11')
    expect(days(['2026-03-11', '2026-25-11'])[0]).toContain('can mean 2026-03-11 or 2026-11-03')
  })

  it.each([[['01/11/2026']], [['01/11/2026', '25/11/2026', '11/25/2026']]])(
    'of two meanings in %j are refused with both',
    (cells) => {
      expect(days(cells)[0]).toContain('can mean 2026-11-01 or 2026-01-11')
    },
  )

  it.each([
    '',
    'never',
    '2026-02-30',
    '31/02/2026',
    '32/13/2026',
    '2026-13-01',
    '12',
    '99999',
    'Foo 20 2026',
  ])('%j is none', (cell) => {
    expect(days([cell])[0]).toContain('is not a day')
  })
})

describe('texts', () => {
  it.each([
    ['\ufeffSKU', 'SKU'],
    [' A\u00a0\u00a0B ', 'A B'],
    ['A\u200bB', 'AB'],
    ['A\0B\u001a', 'AB'],
    ['M\0u\0g\0', 'Mug'],
    ["'007", '007'],
    ['="007"', '007'],
    ["'", "'"],
    ['12" Mug', '12" Mug'],
  ])('%j is %j', (cell, text) => expect(cellText(cell)).toBe(text))

  it('are one code for people, however they are written', () => {
    const keys = [
      'Mug-1',
      'MUG-1',
      ' mug-1',
      'ＭＵＧ-1',
      "'MUG-1",
      'MUG\u200b-1',
      '="MUG-1"',
      'MUG–1',
      'MUG\u20111',
    ].map(codeKey)
    expect(new Set(keys)).toEqual(new Set(['mug-1']))
  })

  it.each([
    '4.00638E+12',
    '1,2E+05',
    '3-Dec',
    '03-Dec-26',
    'Mar-05',
    '3. Mär',
    '5-févr',
    'ene-12',
    '2026-12-03',
    '3/12/2026',
    '3月12日',
  ])('%s is recognised as changed by a spreadsheet', (code) =>
    expect(spoiledReason(code)).toMatch(/^was .* by a spreadsheet; format its column as text/),
  )

  it.each([
    'MAR-05',
    'SET-10',
    '3-DEC',
    '12-10-24',
    'Maroon-05',
    '5E10',
    '5E-10',
    '3-Decor',
    '123456',
    'Dec-A',
  ])('%s is a code', (code) => expect(spoiledReason(code)).toBeNull())

  it('of digits are codes without the decimals that a program added', () =>
    expect(['4006381333931.0', '1001.00', '7.0', '1001.5'].map(codeKey)).toEqual([
      '4006381333931',
      '1001',
      '7.0',
      '1001.5',
    ]))

  it('of heads are compared without case, underlines and marks', () => {
    expect(['Unit_Cost', ' unit  cost *', 'UNIT COST:', 'Unit Cost (required)'].map(headKey)).toEqual(
      Array(4).fill('unit cost'),
    )
  })

  it('say which row is a total', () => {
    expect(isTotalRow(['', 'Grand Total', '12'])).toBe(true)
    expect(isTotalRow(['Total:', '12'])).toBe(true)
    expect(isTotalRow(['TOTAL-MUG', '12'])).toBe(false)
    expect(isTotalRow(['', ''])).toBe(false)
    expect(isTotalRow(['Total for November', '', '12'])).toBe(true)
    expect(isTotalRow(['Total (3 items)', '', '12.50'])).toBe(true)
    expect(isTotalRow(['Total for Men', 'MEN-1', '12'])).toBe(false)
    for (const word of ['Totaux', 'Gesamtergebnis', 'Total général', 'Totale complessivo', 'Eindtotaal'])
      expect(isTotalRow([word, '12'])).toBe(true)
    expect(isTotalRow(['MUG-1 Total', '', '12'])).toBe(true)
    for (const part of ['Subtotal Mugs', 'Sub-total: cups', 'Zwischensumme Tassen', 'Sous-total tasses'])
      expect(isTotalRow([part, '', '5'])).toBe(true)
    expect(isTotalRow(['Subtotal Mugs', 'MUG-1', '5'], [1])).toBe(false)
    expect(isTotalRow(['Total', 'TOT-1', '12'], [1])).toBe(false)
    expect(isTotalRow(['Total', '', '12'], [1])).toBe(true)
    for (const word of ['--- Subtotal ---', '*** TOTAL ***', '== Razem ==', 'Celkem'])
      expect(isTotalRow([word, '', '12'], [1])).toBe(true)
    expect(isTotalRow(['*** SALE ***', '', '12'], [1])).toBe(false)
  })

  it('have no value if people write a dash or n/a', () => {
    expect(['', ' ', '-', '–', 'N/A', 'none', 'NULL', '(blank)', 'TBC', 'tbd'].every(isBlank)).toBe(true)
    expect(['0', 'nano', 'A-'].some(isBlank)).toBe(false)
  })

  it.each([
    ['USD', 'USD'],
    ['eur', 'EUR'],
    ['€', 'EUR'],
    ['EUR (€)', 'EUR'],
    ['$', null],
    ['US Dollar', 'USD'],
    ['euros', 'EUR'],
    ['Dollar', null],
    ['XXQ', null],
  ])('%s names the currency %s', (text, currency) => expect(getCurrency(text)).toBe(currency))

  it('say yes or no', () => {
    expect(['Yes', 'TRUE', 'x', '1', 'no', '0', 'maybe'].map((cell) => value(readFlag(cell)))).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      expect.stringContaining('neither'),
    ])
  })

  it.each([
    ['Voided', 'cancelled'],
    ['REJECTED', 'cancelled'],
    ['Declined', 'cancelled'],
    ['in_transit', 'open'],
    ['Partially-Received', 'open'],
    ['Complete', 'ended'],
    ['Draft', 'draft'],
    ['Not ordered', 'draft'],
    ['Part-received', 'open'],
    ['Partial Received', 'open'],
    ['Closed - short', 'ended'],
    ['Not received', 'open'],
    ['ANNULÉE', 'cancelled'],
    ['Cancelado', 'cancelled'],
    ['Geannuleerd', 'cancelled'],
    ['Livré', 'ended'],
    ['Recibido', 'ended'],
    ['Consegnato', 'ended'],
    ['En cours', 'open'],
    ['Teilgeliefert', 'open'],
    ['Besteld', 'open'],
  ])('%s is the status %s', (cell, state) => expect(value(readOrderState(cell))).toBe(state))

  it('tell an unknown status', () =>
    expect(value(readOrderState('Frobbed'))).toContain('“Frobbed” is no known status'))
})
