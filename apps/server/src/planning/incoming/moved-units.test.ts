import { expect, it } from 'vitest'
import { dayFromEpoch } from '../../kernel/calendar.ts'
import { getMoved } from './moved-units.ts'

const TODAY = 20_000
const sent = {
  variantId: 1,
  from: 1,
  to: 2,
  status: 'sent',
  shipped: 40,
  received: 0,
  gone: 0,
  shown: 0,
  receivedOn: null as string | null,
  dueOn: dayFromEpoch(TODAY + 2),
}
const parts = (changes: Partial<typeof sent>) =>
  getMoved({ ...sent, ...changes }, TODAY).map(({ leaving, between, day }) => ({ leaving, between, day }))
const daysAgo = (days: number) => dayFromEpoch(TODAY - days)

it.each([
  ['still in the stock they came from', {}, [{ leaving: 40, between: 0, day: 2 }]],
  ['at neither location', { gone: 30 }, [{ leaving: 10, between: 30, day: 2 }]],
  ['late, and arrive tomorrow', { gone: 40, dueOn: daysAgo(5) }, [{ leaving: 0, between: 40, day: 1 }]],
  ['forgotten for a month, and count no more', { gone: 40, dueOn: daysAgo(31) }, []],
  [
    'received in part',
    { status: 'partly_received', gone: 40, received: 25, receivedOn: daysAgo(1) },
    [
      { leaving: 0, between: 25, day: 0 },
      { leaving: 0, between: 15, day: 2 },
    ],
  ],
  [
    'received, and in part in the stock',
    { status: 'received', gone: 40, received: 40, shown: 30, receivedOn: daysAgo(6) },
    [{ leaving: 0, between: 10, day: 0 }],
  ],
  [
    'received a week ago, and count no more',
    { status: 'received', gone: 40, received: 40, receivedOn: daysAgo(7) },
    [],
  ],
  [
    'not coming, where the rest was given up',
    { status: 'received', gone: 40, received: 25, shown: 25, receivedOn: daysAgo(1) },
    [],
  ],
])('moved units are %s', (_what, changes, expected) => {
  expect(parts(changes)).toEqual(expected)
})
