import { setTimeout as sleep } from 'node:timers/promises'
import { type Probe, untilBack } from '../chaos/back.ts'
import type { Database } from '../launch/database.ts'
import type { Store } from '../launch/quiet.ts'
import type { Sandbox } from '../launch/sandbox.ts'
import type { Services, SupervisedService } from '../launch/start-services.ts'

export type Victim = 'web' | 'worker' | 'database'

export interface Kill {
  victim: Victim
  /** Jobs of the store that were running. */
  during: string[]
  /** Seconds until the product was ready and had applied a change made after the kill. */
  backSeconds: number
}

const LOOK_EVERY_MS = 20
const WORK_PATIENCE_MS = 4000
const LONGEST_WAIT_MS = 400

export interface KillContext {
  services: Services
  web: SupervisedService
  worker: SupervisedService
  sandbox: Sandbox
  database: Database
  /** A store of another merchant, whose changes show whether the product works. */
  probe: Probe
  random(): number
}

/** Waits until such a job runs, kills the process, and waits until the product works again. */
export async function killWithin(context: KillContext, args: { victim: Victim; task: string; store: Store }) {
  await untilRunning(context.database, args)
  await sleep(context.random() * LONGEST_WAIT_MS)
  const during = await runningTasks(context.database, args.store.merchantId)
  process.kill(pidOf(context, args.victim), 'SIGKILL')
  const { services, ...probed } = context
  return { victim: args.victim, during, backSeconds: await untilBack({ ...probed, url: services.url }) }
}

function pidOf({ services, web, worker }: KillContext, victim: Victim): number {
  const pid = { web: () => web.pid(), worker: () => worker.pid(), database: services.databasePid }[victim]()
  if (pid <= 1) throw new Error(`the ${victim} does not run`)
  return pid
}

async function untilRunning(database: Database, { task, store }: { task: string; store: Store }) {
  const until = performance.now() + WORK_PATIENCE_MS
  while (performance.now() < until) {
    if ((await runningTasks(database, store.merchantId)).includes(task)) return
    await sleep(LOOK_EVERY_MS)
  }
}

async function runningTasks(database: Database, merchantId: number): Promise<string[]> {
  const found = await database.rows<{ name: string }>(
    `select distinct name from jobs.job where state = 'active' and (data ->> 'merchantId')::bigint = $1`,
    [merchantId],
  )
  return found.map((row) => row.name)
}
