import { describe, expect, it } from 'vitest'
import { isChanged, readDraft, readNumber } from './draft.ts'

const row = { variantId: 1, title: 'Cup', sku: null, safetyStock: 7, leadTimeDays: null, coverDays: null }

describe('readNumber', () => {
  it.each([
    ['', null],
    ['  ', null],
    ['0', 0],
    ['012', 12],
    [' 40 ', 40],
    ['999999', 999_999],
  ])('G-03 parses %j as %j', (typed, value) => {
    expect(readNumber('safetyStock', typed)).toEqual({ value })
  })

  it.each(['-1', '1.5', '1e3', 'some', '1000000', '１２'])('G-03 refuses %j, with the range', (typed) => {
    expect(readNumber('safetyStock', typed)).toEqual({ fault: 'Enter a whole number from 0 to 999,999.' })
  })

  it('G-03 has a separate range for days', () => {
    expect(readNumber('leadTimeDays', '3650')).toEqual({ value: 3650 })
    expect(readNumber('leadTimeDays', '3651')).toEqual({ fault: 'Enter a whole number from 0 to 3,650.' })
    expect(readNumber('coverDays', '0')).toEqual({ fault: 'Enter a whole number from 1 to 365.' })
    expect(readNumber('coverDays', '999')).toEqual({ fault: 'Enter a whole number from 1 to 365.' })
  })
})

it('readDraft names the invalid field', () => {
  expect(readDraft({ safetyStock: '5', leadTimeDays: 'x', coverDays: '' })).toMatchObject({
    field: 'leadTimeDays',
  })
  expect(readDraft({ safetyStock: '5', leadTimeDays: '', coverDays: '60' })).toEqual({
    safetyStock: 5,
    leadTimeDays: null,
    coverDays: 60,
  })
})

it('isChanged is false for saved values, whatever their spaces', () => {
  expect(isChanged({ safetyStock: ' 7', leadTimeDays: '', coverDays: '' }, row)).toBe(false)
  expect(isChanged({ safetyStock: '', leadTimeDays: '', coverDays: '' }, row)).toBe(true)
})
