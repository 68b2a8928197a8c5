import { describe, expect, it } from 'vitest'
import { anAccount } from '../../testing/billing-app.ts'
import { dueAt } from './due-queries.ts'

const at = (time: string) => new Date(`2026-${time}:00Z`)

describe('dueAt', () => {
  it.each([
    ['the first reminder for a new trial', '11-20T10:00', {}, '11-27T10:00'],
    ['the second reminder after the first', '11-27T10:00', {}, '12-01T10:00'],
    ['the end of the trial after both reminders', '12-01T10:00', {}, '12-04T10:00'],
    ['a day later for a customer', '11-20T10:00', { customerId: 'cus_1' }, '11-21T10:00'],
    ['a day later for a paid plan', '12-10T10:00', { customerId: 'cus_1', status: 'active' }, '12-11T10:00'],
    [
      'the end of a cancelled plan',
      '12-10T10:00',
      { customerId: 'cus_1', status: 'cancelled', accessUntil: at('12-10T12:00') },
      '12-10T12:00',
    ],
    [
      'a month later for an expired trial without a card',
      '11-25T10:00',
      { status: 'expired' },
      '12-25T10:00',
    ],
  ] as const)('is %s', (_name, now, changes, expected) => {
    expect(dueAt(anAccount(changes), at(now))).toEqual(at(expected))
  })

  it('is an hour later while somebody is on the provider’s page', () => {
    expect(dueAt(anAccount(), at('11-20T10:00'), true)).toEqual(at('11-20T11:00'))
  })
})
