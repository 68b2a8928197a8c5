import { describe, expect, it } from 'vitest'
import { epochDay } from '../../../calendar.ts'
import { readDay, readInstantDay, readPrice, readText, readUnits, readWhole, readYesNo } from './cells.ts'

const calendar = { today: epochDay('2026-11-20'), timeZone: 'America/New_York' }

describe('units', () => {
  it.each([
    ['0', 0],
    [' 12 ', 12],
    ['3.0', 3],
    ['4,00', 4],
    ['+5', 5],
    ['-0', 0],
  ])('%j are %d', (text, value) => {
    expect(readUnits(text)).toEqual({ value })
  })

  it.each([
    ['', 'is empty'],
    ['three', '“three” is not a whole number'],
    ['1.5', '“1.5” is not a whole number'],
    ['1e3', '“1e3” is not a whole number'],
    ['-1', '“-1” is below zero'],
    ['10000001', '“10000001” is more than 10 million'],
  ])('%j are refused: %s', (text, reason) => {
    expect(readUnits(text)).toEqual({ reason })
  })

  it('of stock may be below zero', () => {
    expect(readWhole('-4')).toEqual({ value: -4 })
  })
})

describe('a day', () => {
  it('is read as an epoch day, today and ten years ago included', () => {
    expect(readDay('2026-11-20', calendar)).toEqual({ value: epochDay('2026-11-20') })
    expect(readDay('2016-11-20', calendar)).toEqual({ value: epochDay('2016-11-20') })
  })

  it.each([
    ['2026-11-21', '“2026-11-21” is in the future'],
    ['2016-11-19', '“2016-11-19” is more than 10 years ago'],
    ['2026-02-30', '“2026-02-30” is not a day such as 2026-11-20'],
    ['11/20/2026', '“11/20/2026” is not a day such as 2026-11-20'],
    ['', 'is empty'],
  ])('%j is refused: %s', (text, reason) => {
    expect(readDay(text, calendar)).toEqual({ reason })
  })

  it.each([
    ['2026-11-19 23:30:00 -0500', '2026-11-19'],
    ['2026-11-20 04:59:59 UTC', '2026-11-19'],
    ['2026-11-20T05:00:00Z', '2026-11-20'],
    ['2026-11-20 06:00:00 +0100', '2026-11-20'],
    ['2026-11-18', '2026-11-18'],
  ])('of the instant %s is %s in the shop', (text, day) => {
    expect(readInstantDay(text, calendar)).toEqual({ value: epochDay(day) })
  })

  it('of an instant without an offset is refused', () => {
    expect(readInstantDay('2026-11-19 23:30:00', calendar)).toEqual({
      reason: '“2026-11-19 23:30:00” is not a time such as 2026-11-20 09:15:00 +0100',
    })
  })
})

describe('other cells', () => {
  it.each([
    ['12.50', 12.5],
    ['12,5', 12.5],
    ['0', 0],
  ])('the price %s is %d', (text, value) => {
    expect(readPrice(text)).toEqual({ value })
  })

  it.each(['$12', '-1', '1,234.50', '1000000001'])('the price %s is refused', (text) => {
    expect(readPrice(text)).toHaveProperty('reason')
  })

  it.each(['=1+1', '+44', '@SUM(A1)', '-x', "'=1"])('the text %s stays what it is', (text) => {
    expect(readText(text)).toEqual({ value: text })
  })

  it('a text of 256 characters, or with a zero character, is refused', () => {
    expect(readText('x'.repeat(256))).toEqual({ reason: 'is longer than 255 characters' })
    expect(readText('a\0b')).toEqual({ reason: 'has a character that no text can have' })
  })

  it('yes and no have many words', () => {
    expect(['Yes', 'TRUE', '1'].map(readYesNo)).toEqual(Array(3).fill({ value: true }))
    expect(['no', 'False', '0'].map(readYesNo)).toEqual(Array(3).fill({ value: false }))
    expect(readYesNo('maybe')).toEqual({ reason: '“maybe” is neither yes nor no' })
  })
})
