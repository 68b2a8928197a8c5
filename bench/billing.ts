// Merchants' lives with a provider of their own, everything broken off anywhere: npm run -s bench:billing [-- --sequences 5000 --first 1]
import path from 'node:path'
import { parseArgs } from 'node:util'
import { migrate } from '../apps/server/src/database/migrate.ts'
import { createTestKernel } from '../apps/server/src/testing/index.ts'
import { databaseUrl } from '../tools/postgres/address.ts'
import { APP, createRolesAndDatabase, OWNER } from '../tools/postgres/roles.ts'
import { makeScratchFolder } from '../tools/postgres/scratch-folder.ts'
import { startPostgres } from '../tools/postgres/server.ts'
import { throwawaySettings } from '../tools/postgres/settings.ts'
import { runSequence, type SequenceResult } from './billing/sequence.ts'

const AT_ONCE = 6
const { values } = parseArgs({
  options: { sequences: { type: 'string', default: '5000' }, first: { type: 'string', default: '1' } },
})
const count = Number(values.sequences)
const first = Number(values.first)

const folder = makeScratchFolder()
const server = await startPostgres({
  dataDir: path.join(folder, 'postgres'),
  logFile: path.join(folder, 'postgres.log'),
  settings: throwawaySettings,
})
try {
  await createRolesAndDatabase(server.address, 'billing')
  await migrate(databaseUrl(server.address, OWNER, 'billing'))
  const kernel = await createTestKernel({
    database: { appUrl: databaseUrl(server.address, APP, 'billing') },
    env: { DATABASE_POOL_SIZE: '12' },
  })
  const results: SequenceResult[] = []
  const start = performance.now()
  for (let seed = first; seed < first + count; seed += AT_ONCE) {
    const seeds = Array.from({ length: Math.min(AT_ONCE, first + count - seed) }, (_, i) => seed + i)
    const done = await Promise.all(seeds.map((each) => runSequence(kernel, each)))
    for (const { faults } of done) for (const fault of faults) console.error(fault)
    results.push(...done)
  }
  report(results, (performance.now() - start) / 1000)
  await kernel.close()
} finally {
  await server.stop()
}

function report(results: readonly SequenceResult[], seconds: number): void {
  const sum = (of: (result: SequenceResult) => number) =>
    results.reduce((total, result) => total + of(result), 0)
  const ends = Object.groupBy(results, ({ status }) => status)
  console.log(`${results.length} sequences in ${seconds.toFixed(0)} s, of ${sum((r) => r.steps)} steps`)
  console.log(`killed processes: ${sum((r) => r.kills)}`)
  console.log(
    `events lost or late: ${sum((r) => r.undelivered)}, second subscriptions ended: ${sum((r) => r.surplus)}`,
  )
  for (const [status, some] of Object.entries(ends)) console.log(`ended as ${status}: ${some?.length}`)
  const faults = sum((r) => r.faults.length)
  console.log(`faults: ${faults}`)
  if (faults > 0) process.exitCode = 1
}
