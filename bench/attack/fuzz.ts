// Sends generated requests to every call of the API, as a merchant, as a demo user and without a session, beside the rows of
// another merchant, which must not change:
// npm run -s bench:fuzz -- [--requests 20000] [--seed 1]
import { openDatabase } from '../../apps/server/src/kernel/database/app-database.ts'
import { createAnswerCheck } from '../../apps/server/src/testing/fuzz/check-answer.ts'
import { readOperations } from '../../apps/server/src/testing/fuzz/operations.ts'
import { plantOther } from '../../apps/server/src/testing/fuzz/plant-other.ts'
import { type FuzzReport, runFuzz } from '../../apps/server/src/testing/fuzz/run-fuzz.ts'
import { insistOn, readOptions, stopwatch } from '../launch/figures.ts'
import { signUp } from '../launch/merchant.ts'
import { readDocument, type Services, withServices } from '../launch/services.ts'
import { anonymousCaller, signedInCaller } from './fuzz-callers.ts'
import { longestBlock, loopWatch } from './longest-block.ts'

const MAX_BLOCK_MS = 50
const AT_ONCE = 12
const ACCOUNTS = ['merchant', 'merchant', 'importer', 'demoUser', 'demoUser'] as const
const identities = [...new Set<string>([...ACCOUNTS, 'anonymous'])]
const SHOWN = 20
const FORGET_MS = 500

const { requests: count, seed } = readOptions({ requests: 20_000, seed: Math.floor(Math.random() * 2 ** 31) })

// Durability is not measured here. Without a worker only requests change rows.
await withServices(bench, {
  environment: { TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'error', CHANGES_A_SECOND: '1000000' },
  database: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
})

async function bench(services: Services): Promise<void> {
  const { url, database } = services
  const server = await services.startServer('web', { preload: loopWatch })
  const db = openDatabase(services.databaseUrl, { poolSize: 2, onError: () => undefined })
  const other = await plantOther(db, (await signUp(url)).id)
  const document = await readDocument(url)
  const operations = readOperations(document)
  const callers = await Promise.all([
    ...ACCOUNTS.map((kind) => signedInCaller(url, kind, other)),
    anonymousCaller(url, other),
  ])
  await longestBlock(server)
  const watch = stopwatch()
  const check = createAnswerCheck(document, { foreign: other.foreign })
  // Otherwise most changes would exceed the limits of an account.
  const forgetting = setInterval(() => {
    void database.rows(`delete from limit_counts where key like '%:%'`)
  }, FORGET_MS)
  const report = await runFuzz({ operations, callers, check, count, seed, atOnce: AT_ONCE })
  clearInterval(forgetting)
  print(report)
  console.log(`${count} requests with --seed ${seed}, ${(count / watch()).toFixed(0)} a second`)
  for (const error of services.loggedErrors().slice(0, SHOWN)) console.log(`logged  ${error}`)
  const { longestMs, running } = await longestBlock(server)
  console.log(
    `longest block of the event loop: ${longestMs.toFixed(0)} ms of processor time, during ${running.join(', ')}`,
  )
  const changed = await other.changedTables()
  const missed = operations.length - report.counts.size
  await db.close()
  insistOn(report.faults.length === 0, `${report.faults.length} answers break the contract`)
  insistOn(longestMs <= MAX_BLOCK_MS, `a request blocked the event loop for more than ${MAX_BLOCK_MS} ms`)
  insistOn(changed.length === 0, `rows of another merchant were changed: ${changed.join(', ')}`)
  insistOn(missed === 0, `${missed} calls were never made: use more requests`)
}

function print({ counts, callers, ms, faults }: FuzzReport): void {
  const classes = ['2xx', '3xx', '4xx', '5xx']
  const line = (cells: readonly (string | number)[]) =>
    cells.map((each) => String(each).padStart(10)).join('')
  console.log(`${'calls'.padEnd(60)} ${line([...classes, ...identities, 'all', 'ms'])}`)
  for (const [route, statuses] of [...counts].toSorted(([a], [b]) => a.localeCompare(b))) {
    const all = [...statuses.values()].reduce((sum, each) => sum + each, 0)
    const cells = [
      ...classes.map((each) => statuses.get(each) ?? 0),
      ...identities.map((each) => callers.get(route)?.get(each) ?? 0),
      all,
      ((ms.get(route) ?? 0) / all).toFixed(0),
    ]
    console.log(`${route.padEnd(60)} ${line(cells)}`)
  }
  for (const { index, caller, request, message } of faults.slice(0, SHOWN)) {
    const { method, address, body } = request
    console.log(
      `#${index} ${caller}: ${method} ${address.slice(0, 300)} ${body?.slice(0, 500) ?? ''}\n  ${message}`,
    )
  }
}
