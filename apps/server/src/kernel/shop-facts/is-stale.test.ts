import { MINUTE_MS, STALE_AFTER_MINUTES } from '@stockcast/contract'
import { expect, it } from 'vitest'
import { isStale } from './is-stale.ts'

const now = new Date('2026-11-20T10:00:00Z')
const readAgo = (minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS)

it.each([
  ['that was compared with the store in time', true, readAgo(STALE_AFTER_MINUTES), false],
  ['that was compared longer ago', true, readAgo(STALE_AFTER_MINUTES + 1), true],
  ['that was never compared', true, null, false],
  ['of a shop without a store', false, readAgo(10 * STALE_AFTER_MINUTES), false],
])('isStale tells of stock %s whether it is too old for new alerts', (_what, hasStore, stockAsOf, stale) => {
  expect(isStale({ hasStore, stockAsOf }, now)).toBe(stale)
})
