import { describe, expect, it } from 'vitest'
import { epochDay } from '../../../calendar.ts'
import { readDay, readInstantDay, readPrice, readText, readUnits, readWhole, readYesNo } from './cells.ts'

const calendar = { today: epochDay('2026-11-20'), timeZone: 'America/New_York' }

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
  it('is read as an epoch day, from ten years ago to today', () => {
    expect(readDay('2026-11-20', calendar)).toEqual({ value: epochDay('2026-11-20') })
    expect(readDay('2016-11-20', calendar)).toEqual({ value: epochDay('2016-11-20') })
  })

  it.each([
    ['2026-11-21', '“2026-11-21” is in the future'],
    ['2016-11-19', '“2016-11-19” is more than 10 years ago'],
    ['2026-02-30', '“2026-02-30” is not a day such as 2026-11-20'],
    ['11/20/2026', '“11/20/2026” is not a day such as 2026-11-20'],
    ['', 'is empty'],
  ])('is refused for %j with the reason “%s”', (text, reason) => {
    expect(readDay(text, calendar)).toEqual({ reason })
  })

  it.each([
    ['2026-11-19 23:30:00 -0500', '2026-11-19'],
    ['2026-11-20 04:59:59 UTC', '2026-11-19'],
    ['2026-11-20T05:00:00Z', '2026-11-20'],
    ['2026-11-20 06:00:00 +0100', '2026-11-20'],
    ['2026-11-18', '2026-11-18'],
  ])('is read from %s as %s in the shop’s time zone', (text, day) => {
    expect(readInstantDay(text, calendar)).toEqual({ value: epochDay(day) })
  })

  it('is refused when it is an instant without an offset', () => {
    expect(readInstantDay('2026-11-19 23:30:00', calendar)).toEqual({
      reason: '“2026-11-19 23:30:00” is not a time such as 2026-11-20 09:15:00 +0100',
    })
  })
})

describe('a cell', () => {
  it.each([
    ['12.50', 12.5],
    ['12,5', 12.5],
    ['0', 0],
  ])('with the price %s is read as %d', (text, value) => {
    expect(readPrice(text)).toEqual({ value })
  })

  it.each(['$12', '-1', '1,234.50', '1000000001'])('with the price %s is refused', (text) => {
    expect(readPrice(text)).toHaveProperty('reason')
  })

  it.each(['=1+1', '+44', '@SUM(A1)', '-x', "'=1"])('with the text %s stays unchanged', (text) => {
    expect(readText(text)).toEqual({ value: text })
  })

  it('with a text of 256 characters, or with a zero character, is refused', () => {
    expect(readText('x'.repeat(256))).toEqual({ reason: 'is longer than 255 characters' })
    expect(readText('a\0b')).toEqual({ reason: 'contains a character that cannot be stored' })
  })

  it('may say yes and no in several words', () => {
    expect(['Yes', 'TRUE', '1'].map(readYesNo)).toEqual(Array(3).fill({ value: true }))
    expect(['no', 'False', '0'].map(readYesNo)).toEqual(Array(3).fill({ value: false }))
    expect(readYesNo('maybe')).toEqual({ reason: '“maybe” is neither yes nor no' })
  })
})
