import { randomNumbers } from '@stockcast/testkit/random-numbers'
import fc from 'fast-check'
import type { CheckAnswer } from './check-answer.ts'
import type { Operation } from './operations.ts'
import { type FuzzRequest, requestArbitrary } from './request-arbitrary.ts'
import type { Known } from './value-arbitrary.ts'

/** A sender of requests: a merchant, a demo user, or an anonymous caller. */
export interface Caller {
  name: string
  known(): Known
  send(request: FuzzRequest): Promise<Response>
}

export interface Fault {
  /** Repeats the same request, with the same seed. */
  index: number
  caller: string
  request: FuzzRequest
  message: string
}

export interface FuzzReport {
  seed: number
  faults: Fault[]
  /** By route and class of status, such as `2xx`. */
  counts: Map<string, Map<string, number>>
  /** By route and caller. */
  callers: Map<string, Map<string, number>>
  /** By route: total milliseconds until the answers were read. */
  ms: Map<string, number>
}

/**
 * Calls that take a tenth of a second each, such as those that hash a password or pack a workbook, and those
 * after which a caller needs a new account.
 */
const costly =
  /\/api\/auth\/(sign|change|reset|delete|two-factor)|\/account\/(keep|devices)|billing\/cancel|seed-demo|\.xlsx|\.zip|export/
const COSTLY_SHARE = 0.1

/** Sends `count` requests, `atOnce` at a time, chosen only by `seed`; calls and callers take turns. */
export async function runFuzz(args: {
  operations: readonly Operation[]
  callers: readonly Caller[]
  check: CheckAnswer
  count: number
  seed: number
  atOnce: number
}): Promise<FuzzReport> {
  const { operations, callers, check, count, seed, atOnce } = args
  const report: FuzzReport = { seed, faults: [], counts: new Map(), callers: new Map(), ms: new Map() }
  const made = new WeakMap<Known, Map<Operation, fc.Arbitrary<FuzzRequest>>>()
  let next = 0
  const sendAll = async () => {
    for (let index = next++; index < count; index = next++) {
      const random = randomNumbers(seed * 1_000_003 + index)
      // Each call once, then at random.
      const operation = operations[index] ?? chooseOperation(operations, random)
      const caller = callers[Math.floor(random() * callers.length)]!
      const arbitrary = getArbitrary(made, operation, caller.known())
      const [request] = fc.sample(arbitrary, { seed: Math.floor(random() * 2 ** 31), numRuns: 1 })
      if (request) await sendOne(report, { index, caller, request, check })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sendAll))
  return report
}

function chooseOperation(operations: readonly Operation[], random: () => number): Operation {
  for (;;) {
    const found = operations[Math.floor(random() * operations.length)]!
    if (!costly.test(found.path) || random() < COSTLY_SHARE) return found
  }
}

function getArbitrary(
  made: WeakMap<Known, Map<Operation, fc.Arbitrary<FuzzRequest>>>,
  operation: Operation,
  known: Known,
): fc.Arbitrary<FuzzRequest> {
  const byOperation = made.get(known) ?? new Map<Operation, fc.Arbitrary<FuzzRequest>>()
  made.set(known, byOperation)
  const arbitrary = byOperation.get(operation) ?? requestArbitrary(operation, known)
  byOperation.set(operation, arbitrary)
  return arbitrary
}

async function sendOne(
  report: FuzzReport,
  {
    index,
    caller,
    request,
    check,
  }: { index: number; caller: Caller; request: FuzzRequest; check: CheckAnswer },
): Promise<void> {
  const note = (message: string) => report.faults.push({ index, caller: caller.name, request, message })
  try {
    const start = performance.now()
    const answer = await caller.send(request)
    const { route } = request
    addOne(report.counts, route, `${Math.floor(answer.status / 100)}xx`)
    addOne(report.callers, route, caller.name)
    for (const message of await check(request, answer)) note(message)
    report.ms.set(route, (report.ms.get(route) ?? 0) + performance.now() - start)
  } catch (error) {
    note(`no answer: ${String(error)}`)
  }
}

function addOne(counts: Map<string, Map<string, number>>, route: string, name: string): void {
  const byName = counts.get(route) ?? new Map<string, number>()
  counts.set(route, byName.set(name, (byName.get(name) ?? 0) + 1))
}
