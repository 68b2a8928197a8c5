import { expect, it } from 'vitest'
import { getAccess } from '../../kernel/access/access.ts'
import { trialDaysRemaining } from './account.ts'

const now = new Date('2026-12-04T10:00:00Z')
const earlier = new Date('2026-12-04T09:59:59Z')
const later = new Date('2026-12-04T10:00:01Z')
const trial = { status: 'trial' as const, subscriptionId: null, trialEndsAt: later, accessUntil: null }
const cancelled = { ...trial, status: 'cancelled' as const, trialEndsAt: earlier }

it.each([
  ['a trial', trial, 'trial', false],
  ['a trial that ends this second', { ...trial, trialEndsAt: now }, 'expired', true],
  [
    'a trial that only the provider may end',
    { ...trial, trialEndsAt: earlier, subscriptionId: 'sub_1' },
    'trial',
    false,
  ],
  ['a paid plan', { ...trial, status: 'active' as const, trialEndsAt: earlier }, 'active', false],
  ['a failed payment', { ...trial, status: 'past_due' as const, trialEndsAt: earlier }, 'past_due', false],
  ['an expired plan', { ...trial, status: 'expired' as const }, 'expired', true],
  ['a cancelled plan that still runs', { ...cancelled, accessUntil: later }, 'cancelled', false],
  ['a cancelled plan that has ended', { ...cancelled, accessUntil: now }, 'cancelled', true],
])('C-04 accessOf gives %s the status and access that follow from it', (_name, facts, status, isReadOnly) => {
  expect(getAccess(facts, now)).toEqual({ status, isReadOnly })
})

it.each([
  ['2026-11-20T10:00:00Z', 14],
  ['2026-11-20T10:00:01Z', 14],
  ['2026-11-20T09:59:59Z', 15],
  ['2026-12-03T10:00:00Z', 1],
  ['2026-12-04T09:59:59Z', 1],
  ['2026-12-04T10:00:00Z', 0],
  ['2027-01-01T00:00:00Z', 0],
])('D-02 trialDaysRemaining counts, at %s, %i days and rounds up', (asOf, days) => {
  expect(trialDaysRemaining(now, new Date(asOf))).toBe(days)
})
