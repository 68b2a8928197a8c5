import { randomNumbers } from '@stockcast/testkit/random-numbers'
import { describe, expect, it } from 'vitest'
import { dayFromEpoch, epochDay } from '../../../kernel/calendar.ts'
import type { OpenLine } from '../../../planning/incoming/open-line-queries.ts'
import { countedUnits } from '../../../planning/incoming/scheduled-receipts.ts'
import { dateIncoming } from '../../../planning/projection/date-incoming.ts'
import type { StoreReceipt } from '../../../store/inbound/store-receipts.ts'
import { arrival } from '../orders/arrival.ts'
import { followMatched } from './follow-lines.ts'
import { type MatchableLine, matchLines, type StoreMatch } from './match-store.ts'

const today = epochDay('2026-11-20')

const line = (changes: Partial<MatchableLine> = {}): MatchableLine => ({
  id: 1,
  order_id: 1,
  remaining_units: 100,
  ordered_on: '2026-11-10',
  external_id: null,
  ...changes,
})

const receipt = (changes: Partial<StoreReceipt> = {}): StoreReceipt => ({
  source: 'transfer/1',
  kind: 'transfer',
  isInternal: false,
  units: 100,
  expectedInDays: null,
  orderedDaysAgo: 10,
  ...changes,
})

const match = (
  lines: MatchableLine[],
  receipts: StoreReceipt[],
  known: (StoreMatch & { isUndone: boolean })[] = [],
) =>
  matchLines(lines, { receipts, incoming: 1000 }, { known, today }).map(
    ({ line_id, source, matched_by }) => `${line_id} ${source} ${matched_by}`,
  )

describe('an order and the store’s', () => {
  it.each([
    ['with the same units and day', receipt(), true],
    ['with 10 % more units', receipt({ units: 110 }), true],
    ['with 12 % more units', receipt({ units: 112 }), false],
    ['ordered 14 days earlier', receipt({ orderedDaysAgo: 24 }), true],
    ['ordered 15 days earlier', receipt({ orderedDaysAgo: 25 }), false],
    ['of an unknown day', receipt({ orderedDaysAgo: null }), false],
    ['between two locations of the shop', receipt({ isInternal: true }), false],
  ])('%s are the same: %s', (_, given, isSame) => {
    expect(match([line()], [given])).toEqual(isSame ? ['1 transfer/1 likeness'] : [])
  })

  it('are the same by their link, whatever their units', () => {
    const linked = line({ id: 2, external_id: 'transfer/1' })
    expect(match([line(), linked], [receipt({ units: 3 })])).toEqual(['2 transfer/1 link'])
  })

  it('are matched once each', () => {
    expect(match([line(), line({ id: 2 })], [receipt()])).toEqual(['1 transfer/1 likeness'])
  })

  it('are not matched again after the merchant undid it', () => {
    const undone = {
      order_id: 1,
      line_id: 1,
      source: 'transfer/1',
      matched_by: 'likeness',
      isUndone: true,
    } as const
    expect(match([line()], [receipt()], [undone])).toEqual([])
  })

  it('are matched only once the store counts the units as incoming', () => {
    const store = { receipts: [receipt()], incoming: 60 }
    expect(matchLines([line()], store, { known: [], today })).toEqual([])
  })
})

/** An order of the merchant as it really is; Stockcast (`own`) and the store (`inStore`) know of it or not. */
interface Real {
  units: number
  arrived: number
  /** Arrived units that the merchant recorded as received. */
  recorded: number
  own: OpenLine | null
  inStore: boolean
  orderedOn: number
}

it('units on the way never count twice in 1,000 random sequences of orders, transfers, receipts and syncs of distinct orders', () => {
  let steps = 0
  for (let seed = 1; seed <= 1000; seed++) steps += playOut(randomNumbers(seed))
  expect(steps).toBeGreaterThan(10_000)
})

/** Plays a random history of one product and checks after each sync that no unit counts twice. Returns its steps. */
function playOut(random: () => number): number {
  const orders: Real[] = []
  const matches: (StoreMatch & { isUndone: boolean })[] = []
  let day = today
  const pick = () => orders[Math.floor(random() * orders.length)]
  const steps = 5 + Math.floor(random() * 15)
  for (let step = 0; step < steps; step++) {
    day += Math.floor(random() * 4)
    const draw = random()
    const real = pick()
    if (draw < 0.25 || !real) {
      const units = 10 + Math.floor(random() * 90)
      orders.push({
        units,
        arrived: 0,
        recorded: 0,
        own: null,
        inStore: false,
        orderedOn: today + 20 * orders.length,
      })
    } else if (draw < 0.45) real.own ??= newLine(orders.indexOf(real) + 1, real, day)
    else if (draw < 0.65) real.inStore = true
    else if (draw < 0.8) real.arrived += Math.floor((real.units - real.arrived) * random() + 0.5)
    else record(real)
    sync(orders, matches, day)
  }
  return steps
}

function newLine(id: number, real: Real, day: number): OpenLine {
  return {
    id,
    order_id: id,
    variant_id: 7,
    is_noted: false,
    remaining_units: real.units - real.arrived,
    seen_units: 0,
    awaited_units: 0,
    not_in_store: 0,
    booked_units: 0,
    sold_since: 0,
    is_matched: false,
    expected_on: dayFromEpoch(day + 14),
    available_seen: null,
    incoming_seen: null,
  }
}

/** The merchant records what has arrived since the order was entered, as far as the order still expects it. */
function record(real: Real): void {
  const { own } = real
  if (!own) return
  const there = real.arrived - (real.units - own.remaining_units)
  const accepted = Math.min(own.remaining_units, Math.max(0, there))
  if (accepted === 0) return
  const remaining = own.remaining_units - accepted
  real.own = { ...own, ...arrival(own, { accepted, remaining }), remaining_units: remaining }
}

function sync(orders: Real[], matches: (StoreMatch & { isUndone: boolean })[], day: number): void {
  const receipts = orders.flatMap((real, index): StoreReceipt[] =>
    real.inStore && real.arrived < real.units
      ? [
          receipt({
            source: `transfer/${index}`,
            units: real.units - real.arrived,
            orderedDaysAgo: day - real.orderedOn,
          }),
        ]
      : [],
  )
  const incoming = receipts.reduce((sum, { units }) => sum + units, 0)
  const available = orders.reduce((sum, { arrived }) => sum + arrived, 100)
  const open = orders.flatMap(({ own, orderedOn }) =>
    own && (own.remaining_units > 0 || own.awaited_units > 0)
      ? [{ ...own, ordered_on: dayFromEpoch(orderedOn), external_id: null }]
      : [],
  )
  const found = matchLines(open, { receipts, incoming }, { known: matches, today: day })
  matches.push(...found.map((each) => ({ ...each, isUndone: false })))
  const matched = new Set(found.map((each) => each.line_id))
  const now = { available, incoming }
  const followed = followMatched(open, { matched, now, today: day })
  for (const { closed: _, ...own } of followed) orders[own.id - 1]!.own = own
  const counted =
    followed.reduce((sum, own) => sum + countedUnits(own), 0) +
    dateIncoming(incoming, receipts, 14).reduce((sum, { units }) => sum + units, 0)
  const really = orders.reduce((sum, { units, arrived }) => sum + units - arrived, 0)
  expect(counted).toBeLessThanOrEqual(really)
}
