import { describe, expect, it } from 'vitest'
import { epochDay } from '../../../kernel/calendar.ts'
import { inRange, readInstantDay, readText, readUnits, readWhole, readYesNo } from './cells.ts'

const context = { today: epochDay('2026-11-20'), timeZone: 'America/New_York', currency: 'USD' }

describe('cells with units', () => {
  it.each([
    ['0', 0],
    [' 12 ', 12],
    ['3.0', 3],
    ['4,00', 4],
    ['+5', 5],
    ['-0', 0],
  ])('read %j as %d', (text, value) => {
    expect(readUnits(text)).toEqual({ value })
  })

  it.each([
    ['', 'is empty'],
    ['three', '“three” is not a whole number'],
    ['1.5', '“1.5” is not a whole number'],
    ['1e3', '“1e3” is not a whole number'],
    ['-1', '“-1” is below zero'],
    ['10000001', '“10000001” is more than 10 million'],
  ])('are refused for %j with the reason “%s”', (text, reason) => {
    expect(readUnits(text)).toEqual({ reason })
  })

  it('may be below zero for stock', () => {
    expect(readWhole('-4')).toEqual({ value: -4 })
  })
})

describe('a cell with a day', () => {
  it.each([
    ['2026-11-20', true],
    ['2016-11-20', true],
    ['2026-11-21', false],
    ['2016-11-19', false],
  ])('of %s is within the years of sales: %s', (day, isWithin) => {
    expect('value' in inRange(epochDay(day), day, context)).toBe(isWithin)
  })

  it.each([
    ['2026-11-19 23:30:00 -0500', '2026-11-19'],
    ['2026-11-20 04:59:59 UTC', '2026-11-19'],
    ['2026-11-20T05:00:00Z', '2026-11-20'],
    ['2026-11-20 06:00:00 +0100', '2026-11-20'],
  ])('is read from %s as %s in the shop’s time zone', (text, day) => {
    expect(readInstantDay(text, context)).toEqual({ value: epochDay(day) })
  })

  it('without an offset is not an instant', () => {
    expect(readInstantDay('2026-11-19 23:30:00', context)).toBeNull()
  })
})

describe('a cell', () => {
  it.each(['=1+1', '+44', '@SUM(A1)', '-x', "'=1"])('with the text %s stays unchanged', (text) => {
    expect(readText(text)).toEqual({ value: text })
  })

  it('with a text of 256 characters is refused', () =>
    expect(readText('x'.repeat(256))).toEqual({ reason: 'is longer than 255 characters' }))

  it('loses invisible characters, and HTML entities become the characters they stand for', () => {
    expect(readText('a\0b\u001a')).toEqual({ value: 'ab' })
    expect(readText('Mug &amp; Cup &quot;L&quot; &#8211; new')).toEqual({ value: 'Mug & Cup "L" – new' })
    expect(readText('R&D &co;')).toEqual({ value: 'R&D &co;' })
  })

  it('may say yes and no in several words', () => {
    expect(['Yes', 'TRUE', '1'].map(readYesNo)).toEqual(Array(3).fill({ value: true }))
    expect(['no', 'False', '0'].map(readYesNo)).toEqual(Array(3).fill({ value: false }))
    expect(readYesNo('maybe')).toEqual({ reason: '“maybe” is neither yes nor no' })
  })
})
