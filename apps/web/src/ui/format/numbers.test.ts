import { describe, expect, it } from 'vitest'
import { writeAsIn } from './country.ts'
import { coverWords, formatDaysUntilStockout } from './cover.ts'
import {
  formatAverage,
  formatCompact,
  formatCount,
  formatDayCount,
  formatMoney,
  formatPrice,
  formatProbability,
  formatRange,
  formatUnits,
} from './numbers.ts'

describe('Numbers on screen:', () => {
  it.each([
    [0, '0'],
    [1486, '1,486'],
    [1_000_000, '1,000,000'],
  ])('units %d are whole with group commas: %s', (units, text) => {
    expect(formatUnits(units)).toBe(text)
  })

  it.each([
    [0, '0.0'],
    [4.25, '4.3'],
    [12, '12.0'],
  ])('average daily sales %d have one decimal: %s', (units, text) => {
    expect(formatAverage(units)).toBe(text)
  })

  it.each([
    [999, '∞'],
    [998, 'over a year'],
    [12.9, '12'],
    [0, '0'],
    [null, '–'],
  ])('T-02 days until stockout %s are whole and rounded down, 999 is ∞: %s', (days, text) => {
    expect(formatDaysUntilStockout(days)).toBe(text)
  })

  it.each([
    [0, '<1%'],
    [0.004, '<1%'],
    [0.64, '64%'],
    [0.994, '>99%'],
    [1, '>99%'],
  ])('a probability of %d is never 0%% or 100%%: %s', (ratio, text) => {
    expect(formatProbability(ratio)).toBe(text)
  })

  it.each([
    [1.9, '1 day'],
    [64.2, '64 days'],
    [365, '365 days'],
    [998, 'over a year'],
    [3_571_848_362, 'over a year'],
  ])('%d days of cover are whole, and a number only where it says something: %s', (days, words) => {
    expect(coverWords(days)).toBe(words)
  })

  it.each([
    [1, '1 day'],
    [9, '9 days'],
    [0, '0 days'],
  ])('D-02 %d is counted in the singular or plural: %s', (days, text) => {
    expect(formatDayCount(days)).toBe(text)
  })

  it('a range with equal ends is one number', () => {
    expect(formatRange(9, 14)).toBe('9 to 14')
    expect(formatRange(9, 9)).toBe('9')
  })

  it('counts name their noun', () => {
    expect(formatCount(1, 'product')).toBe('1 product')
    expect(formatCount(1200, 'order line', 'order lines')).toBe('1,200 order lines')
  })

  it.each([
    ['US', '1,486', '4.2', '1,486 products', '14.9K', '$1,486'],
    ['DE', '1.486', '4,2', '1.486 products', '14,9K', '1.486\u00a0$'],
    ['FR', '1\u202f486', '4,2', '1\u202f486 products', '14,9K', '1\u202f486\u00a0$US'],
    ['CH', "1'486", '4.2', "1'486 products", '14.9K', "$\u00a01'486"],
    ['SA', '1,486', '4.2', '1,486 products', '14.9K', '1,486\u00a0US$'],
  ])('a shop in %s reads %s', (country, units, average, count, short, money) => {
    writeAsIn(country)
    expect(formatUnits(1486)).toBe(units)
    expect(formatAverage(4.2)).toBe(average)
    expect(formatCount(1486, 'product')).toBe(count)
    expect(formatCompact(14_860)).toBe(short)
    expect(formatMoney(1486, 'USD')).toBe(money)
    expect(formatPrice(490, 'USD')).toBe('$4.90')
  })

  it('money is in whole units, and a price has cents only if they are not zero', () => {
    expect(formatMoney(1486.4, 'USD')).toBe('$1,486')
    expect(formatPrice(1000, 'USD')).toBe('$10')
    expect(formatPrice(490, 'USD')).toBe('$4.90')
  })
})
