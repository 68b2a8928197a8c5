import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shopFormats } from './shop-formats.ts'
import { countryCodeSchema, dateLocale, numberLocale } from './shop-locale.ts'

const NARROW_SPACE = '\u202f'
const SPACE = '\u00a0'
const afternoon = Date.parse('2026-11-24T15:02:00Z')
const countries = [
  'DE',
  'FR',
  'IN',
  'CH',
  'JP',
  'SA',
  'US',
  'GB',
  'AT',
  'BR',
  'ES',
  'IL',
  'IR',
  'MA',
  'PL',
  'SE',
  'TH',
  'XX',
]

describe('shopFormats, for numbers,', () => {
  it.each([
    ['US', '1,234,567', '4.3', '14.9K'],
    ['GB', '1,234,567', '4.3', '14.9K'],
    ['DE', '1.234.567', '4,3', '14,9K'],
    ['FR', `1${NARROW_SPACE}234${NARROW_SPACE}567`, '4,3', '14,9K'],
    ['IN', '12,34,567', '4.3', '14.9K'],
    ['CH', "1'234'567", '4.3', '14.9K'],
    ['JP', '1,234,567', '4.3', '14.9K'],
    ['SA', '1,234,567', '4.3', '14.9K'],
    ['MA', '1.234.567', '4,3', '14,9K'],
    ['MX', '1,234,567', '4.3', '14.9K'],
    ['ZZ', '1,234,567', '4.3', '14.9K'],
    ['not a country', '1,234,567', '4.3', '14.9K'],
    [null, '1,234,567', '4.3', '14.9K'],
  ])('uses the separators of %s: %s and %s', (country, whole, average, short) => {
    const formats = shopFormats(country)
    expect(formats.number(1_234_567)).toBe(whole)
    expect(formats.number(4.25, 1)).toBe(average)
    expect(formats.compact(14_860)).toBe(short)
  })

  it.each([
    ['US', 'USD', '$1,486'],
    ['US', 'CAD', 'CA$1,486'],
    ['CA', 'CAD', '$1,486'],
    ['GB', 'GBP', '£1,486'],
    ['DE', 'EUR', `1.486${SPACE}€`],
    ['FR', 'EUR', `1${NARROW_SPACE}486${SPACE}€`],
    ['IN', 'INR', '₹1,486'],
    ['CH', 'CHF', `CHF${SPACE}1'486`],
    ['JP', 'JPY', '¥1,486'],
    ['SA', 'SAR', `1,486${SPACE}SAR`],
    [null, 'USD', '$1,486'],
  ])('writes money in %s in %s as %s', (country, currency, text) => {
    expect(shopFormats(country).money(1486.4, currency)).toBe(text)
  })

  it('writes Latin digits and signs, without marks that change the direction of text', () => {
    const plain = /^[-\u2212]?[0-9.,' \u00a0\u202f\u2019]+$/
    forAll(fc.constantFrom(...countries), fc.integer(), (country, value) => {
      expect(shopFormats(country).number(value)).toMatch(plain)
      expect(shopFormats(country).money(value, 'SAR')).not.toMatch(
        /[\p{Script=Arabic}\p{Script=Hebrew}\u061c\u200e\u200f]/u,
      )
    })
  })

  it('writes numbers that its separators read back as the same numbers', () => {
    forAll(
      fc.constantFrom(...countries),
      fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }),
      fc.integer({ min: 0, max: 2 }),
      (country, scaled, fractionDigits) => {
        const value = scaled / 10 ** fractionDigits
        const { number, separators } = shopFormats(country)
        const [whole = '', fraction = ''] = number(value, fractionDigits).split(separators.decimal)
        const digits = `${whole.replaceAll(separators.group, '').replace('\u2212', '-')}.${fraction}`
        expect(Number(digits)).toBeCloseTo(value, 6)
      },
    )
  })
})

describe('shopFormats, for dates,', () => {
  it.each([
    ['US', 'Nov 24', 'Tue, Nov 24', '3:02 PM', 'Tuesday, November 24, 2026 at 3:02 PM'],
    ['GB', '24 Nov', 'Tue 24 Nov', '15:02', 'Tuesday, 24 November 2026 at 15:02'],
    ['DE', '24 Nov', 'Tue, 24 Nov', '15:02', 'Tuesday, 24 November 2026 at 15:02'],
    ['FR', '24 Nov', 'Tue, 24 Nov', '15:02', 'Tuesday, 24 November 2026 at 15:02'],
    ['IN', '24 Nov', 'Tue, 24 Nov', '3:02 pm', 'Tuesday, 24 November 2026 at 3:02 pm'],
    ['CH', '24 Nov', 'Tue, 24 Nov', '15:02', 'Tuesday, 24 November 2026 at 15:02'],
    ['JP', 'Nov 24', 'Tue, Nov 24', '15:02', 'Tuesday, November 24, 2026 at 15:02'],
    ['SA', '24 Nov', 'Tue 24 Nov', '3:02 pm', 'Tuesday, 24 November 2026 at 3:02 pm'],
    ['TH', '24 Nov', 'Tue 24 Nov', '15:02', 'Tuesday, 24 November 2026 at 15:02'],
    ['ZZ', 'Nov 24', 'Tue, Nov 24', '3:02 PM', 'Tuesday, November 24, 2026 at 3:02 PM'],
    [null, 'Nov 24', 'Tue, Nov 24', '3:02 PM', 'Tuesday, November 24, 2026 at 3:02 PM'],
  ])('writes English words in the order of %s: %s', (country, day, weekday, time, inFull) => {
    const { date } = shopFormats(country)
    // A later version of the locales may put another space before AM.
    const at = (style: Parameters<typeof date>[1]) => date(afternoon, style).replace('\u202f', ' ')
    expect([at('day'), at('weekday'), at('time'), at('inFull')]).toEqual([day, weekday, time, inFull])
  })

  it('writes an instant in the given time zone, and a calendar day in UTC', () => {
    const { date } = shopFormats('DE')
    expect(date(Date.parse('2026-11-24T23:30:00Z'), 'day')).toBe('24 Nov')
    expect(date(Date.parse('2026-11-24T23:30:00Z'), 'day', 'Europe/Berlin')).toBe('25 Nov')
    expect(date(afternoon, 'time', 'Europe/Berlin')).toBe('16:02')
  })
})

describe('the locales of a country', () => {
  it.each([
    ['CH', 'de-CH-u-nu-latn', 'en-CH-u-ca-gregory-nu-latn'],
    ['SA', 'ar-SA-u-nu-latn', 'en-GB-u-ca-gregory-hc-h12-nu-latn'],
    ['CN', 'zh-CN-u-nu-latn', 'en-US-u-ca-gregory-hc-h23-nu-latn'],
    [null, 'en-US-u-nu-latn', 'en-US-u-ca-gregory-nu-latn'],
  ])('for %s are %s and %s', (country, numbers, dates) => {
    expect(numberLocale(country)).toBe(numbers)
    expect(dateLocale(country)).toBe(dates)
  })

  it('require a country of two capital letters', () => {
    expect(['DE', 'de', 'DEU', ''].map((code) => countryCodeSchema.safeParse(code).success)).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})
