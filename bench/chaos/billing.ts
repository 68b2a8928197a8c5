import { runSequence, type SequenceResult } from '@stockcast/testkit/billing'
import { createTestKernel } from '../../apps/server/src/testing/index.ts'
import { fail, print, stopwatch } from '../launch/figures.ts'
import type { Services } from '../launch/services.ts'

const AT_ONCE = 6

/** Lives of merchants with accounts at the provider, in which events come late, twice or never and any step is interrupted. */
export async function livePayingMerchants(services: Services, count: number, first: number): Promise<void> {
  const database = { appUrl: services.databaseUrl }
  const kernel = await createTestKernel({ database, env: { DATABASE_POOL_SIZE: '12' } })
  const watch = stopwatch()
  const results: SequenceResult[] = []
  for (let n = 0; n < count; n += AT_ONCE) {
    const seeds = Array.from({ length: Math.min(AT_ONCE, count - n) }, (_, i) => first + n + i)
    results.push(...(await Promise.all(seeds.map((seed) => runSequence(kernel, seed)))))
  }
  const sum = (of: (result: SequenceResult) => number) => results.reduce((all, each) => all + of(each), 0)
  print(`${results.length} lives of payers`, `${sum((r) => r.steps)} steps in ${watch().toFixed(0)} s`)
  print('killed, events lost or late', `${sum((r) => r.kills)}, ${sum((r) => r.undelivered)}`)
  for (const fault of results.flatMap(({ faults }) => faults)) fail(fault)
  await kernel.close()
}
