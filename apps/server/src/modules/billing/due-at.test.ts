import { describe, expect, it } from 'vitest'
import { anAccount } from '../../testing/billing-account.ts'
import { dueAt } from './due-at.ts'

const at = (time: string) => new Date(`2026-${time}:00Z`)

describe('dueAt', () => {
  it.each([
    ['a new trial: the first reminder', '11-20T10:00', {}, '11-27T10:00'],
    ['after the first reminder: the second', '11-27T10:00', {}, '12-01T10:00'],
    ['after both: the end', '12-01T10:00', {}, '12-04T10:00'],
    ['a customer: a day later at the latest', '11-20T10:00', { customerId: 'cus_1' }, '11-21T10:00'],
    ['a paid plan', '12-10T10:00', { customerId: 'cus_1', status: 'active' }, '12-11T10:00'],
    [
      'a cancelled plan: when it ends',
      '12-10T10:00',
      { customerId: 'cus_1', status: 'cancelled', accessUntil: at('12-10T12:00') },
      '12-10T12:00',
    ],
    ['an expired trial without a card: a month later', '11-25T10:00', { status: 'expired' }, '12-25T10:00'],
  ] as const)('%s', (_name, now, changes, expected) => {
    expect(dueAt(anAccount(changes), at(now))).toEqual(at(expected))
  })

  it('while somebody is on the provider’s page: an hour later', () => {
    expect(dueAt(anAccount(), at('11-20T10:00'), true)).toEqual(at('11-20T11:00'))
  })
})
