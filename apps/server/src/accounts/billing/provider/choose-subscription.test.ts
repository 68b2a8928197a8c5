import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aSubscription } from '../../../testing/provider-objects.ts'
import { chooseSubscription } from './provider-state.ts'

const at = (day: number) => new Date(Date.UTC(2026, 10, day))
const trial = aSubscription({ id: 'sub_trial', createdAt: at(1) })
const paid = aSubscription({ id: 'sub_paid', status: 'active', createdAt: at(5) })
const paidLater = aSubscription({ id: 'sub_later', status: 'active', createdAt: at(6) })
const unpaid = aSubscription({ id: 'sub_unpaid', status: 'past_due', createdAt: at(2) })
const ended = aSubscription({ id: 'sub_ended', status: 'canceled', createdAt: at(3), endedAt: at(4) })
const endedLater = { ...ended, id: 'sub_ended_later', createdAt: at(4) }
const started = aSubscription({ id: 'sub_started', status: 'incomplete', createdAt: at(7) })
const ending = { ...paid, id: 'sub_ending', createdAt: at(2), cancelAtPeriodEnd: true }

describe('chooseSubscription', () => {
  it.each([
    ['nothing of an empty list', [], null, []],
    ['a trial alone', [trial], trial, []],
    ['the paid one after an upgrade, with the trial as surplus', [trial, paid], paid, [trial]],
    ['the first of two that were paid in two tabs', [paidLater, paid], paid, [paidLater]],
    ['a paid one over one whose payment failed', [unpaid, paid], paid, [unpaid]],
    ['the most recent when all have ended', [endedLater, ended], endedLater, []],
    ['a current one over one that has ended', [ended, paid], paid, []],
    ['nothing when there is only an unfinished checkout', [started], null, []],
    ['the paid one, and leaves one that ends with its period alone', [ending, paid], paid, []],
  ])('chooses %s', (_name, subscriptions, chosen, surplus) => {
    expect(chooseSubscription(subscriptions)).toEqual({ chosen, surplus })
  })

  it('chooses the same in whatever order they are listed', () => {
    const all = [trial, paid, paidLater, unpaid, ended, endedLater, started, ending]
    forAll(
      fc
        .subarray(all)
        .chain((some) => fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length }))),
      ([some, shuffled]) => {
        expect(chooseSubscription(shuffled)).toEqual(chooseSubscription(some))
      },
    )
  })
})
