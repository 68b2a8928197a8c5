import { expect, it } from 'vitest'
import { aSession, NOW } from '../testing/fixtures.ts'
import { untilNextLook } from './queries.ts'

const MINUTE_MS = 60_000
const { freshness } = aSession()
const readAgo = (minutes: number, isStale = false) => {
  const stockAsOf = new Date(Date.parse(NOW) - minutes * MINUTE_MS).toISOString()
  return aSession({ freshness: { ...freshness, stockAsOf, isStale } })
}

it.each([
  ['without a session', undefined, 5 * MINUTE_MS],
  ['stock of now', readAgo(0), 5 * MINUTE_MS],
  ['stock that is 27 minutes old, just after it turns old', readAgo(27), 3 * MINUTE_MS + 1_000],
  ['stock that turns old now', readAgo(30), 1_000],
  ['old stock', readAgo(45, true), 5 * MINUTE_MS],
])('The time until the session is read again: there is a time for %s', (_, session, ms) => {
  expect(untilNextLook(session)).toBe(ms)
})
