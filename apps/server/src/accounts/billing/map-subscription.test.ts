import { expect, it } from 'vitest'
import { aSubscription } from '../../testing/provider-objects.ts'
import { type MappedStatus, mapSubscription } from './map-subscription.ts'

const previous: MappedStatus = { status: 'past_due', isEnding: false, accessUntil: null }
const end = new Date('2026-12-20T10:00:00Z')
const periodEnd = new Date('2026-12-04T10:00:00Z')
const ended = { endedAt: end }

const rows = [
  ['a trial', { status: 'trialing' }, 'trial', false, null],
  ['a trial cancelled by us', { status: 'trialing', cancelAtPeriodEnd: true }, 'cancelled', true, periodEnd],
  ['a trial cancelled in the portal', { status: 'trialing', cancelAt: end }, 'cancelled', true, end],
  ['a paid plan', { status: 'active' }, 'active', false, null],
  [
    'a paid plan cancelled by us',
    { status: 'active', cancelAtPeriodEnd: true },
    'cancelled',
    true,
    periodEnd,
  ],
  ['a paid plan cancelled in the portal', { status: 'active', cancelAt: end }, 'cancelled', true, end],
  ['a payment that failed', { status: 'past_due' }, 'past_due', false, null],
  [
    'a failed payment with an end that is set',
    { status: 'past_due', cancelAtPeriodEnd: true },
    'past_due',
    false,
    null,
  ],
  [
    'a subscription ended by request',
    { status: 'canceled', ...ended, isEndedByRequest: true },
    'cancelled',
    false,
    end,
  ],
  ['a subscription ended after the last try', { status: 'canceled', ...ended }, 'expired', false, end],
  ['a subscription left unpaid after all retries', { status: 'unpaid' }, 'expired', false, null],
  ['a paused plan', { status: 'paused' }, 'expired', false, null],
  ['a checkout that was never paid', { status: 'incomplete_expired', ...ended }, 'expired', false, end],
  ['a checkout in progress to the previous status', { status: 'incomplete' }, 'past_due', false, null],
  ['an unknown status to the previous one', { status: 'hibernating' }, 'past_due', false, null],
] as const

it.each(rows)('X-05 mapSubscription maps %s', (_name, changes, status, isEnding, accessUntil) => {
  expect(mapSubscription(aSubscription(changes), previous)).toEqual({ status, isEnding, accessUntil })
})
