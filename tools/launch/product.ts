import type { Settings } from '../postgres/settings.ts'
import type { LaunchConfig } from './config.ts'
import { prepareDataFolder, rotatedLog } from './data-folder.ts'
import { openDatabase } from './database.ts'
import { takeInstanceLock } from './instance-lock.ts'
import { getNodeArguments } from './node-arguments.ts'
import { requirePorts } from './ports.ts'
import { processBirth } from './process-birth.ts'
import { endLeftovers, type RunRecord, removeRunRecord, saveRunRecord } from './run-record.ts'
import { type Service, startService } from './service.ts'
import { bundleServices, type ServiceProgram, serviceFile } from './service-bundle.ts'
import { serviceEnvironments } from './service-environment.ts'
import { buildWeb } from './web-build.ts'

export interface ProductEvents {
  /** Called with a sentence for the person at the terminal. */
  tell: (sentence: string) => void
  /** Called if the product cannot continue. */
  onLost: (problem: unknown) => void
}

export interface Product {
  /** Resolves once web, workers, database and sandbox serve; rejects if one of them cannot start. */
  started: Promise<void>
  stop(patienceMs: number): Promise<void>
}

/** Starts the whole product from one data folder. `stop` may be called at any time, also during the start. */
export function startProduct(config: LaunchConfig, settings: Settings, events: ProductEvents): Product {
  const stops: ((patienceMs: number) => Promise<unknown>)[] = []
  const stop = async (patienceMs: number) => {
    for (const each of stops.splice(0).reverse()) await each(patienceMs)
  }
  return { started: start(config, settings, events, (each) => stops.push(each)), stop }
}

async function start(
  config: LaunchConfig,
  settings: Settings,
  events: ProductEvents,
  onStop: (stop: (patienceMs: number) => Promise<unknown>) => void,
): Promise<void> {
  prepareDataFolder(config.dataDir)
  const lock = takeInstanceLock(config.dataDir)
  onStop(async () => lock.release())
  await endLeftovers(config.dataDir)
  await requirePorts(config)

  const environments = serviceEnvironments(config)
  const services = serviceStarter(config, events)
  onStop(async () => removeRunRecord(config.dataDir))
  const openingDatabase = openDatabase(config, settings, {
    onElsewhere: (folder) =>
      events.tell(`The database is kept in ${folder}: only root may enter ${config.dataDir}.`),
    onRestart: () => events.tell('PostgreSQL stopped unexpectedly and serves again; nothing saved is lost.'),
    onLost: events.onLost,
  })
  onStop(async () => (await openingDatabase.catch(() => undefined))?.stop())
  onStop((patienceMs) => services.stop(patienceMs))

  // Awaited below; without a handler, a rejection during the bundling would end the launcher.
  openingDatabase.catch(() => undefined)
  await bundleServices(config.root)
  const sandbox = config.needsSandbox ? services.run('sandbox', 'sandbox', environments.sandbox) : undefined
  const database = await openingDatabase
  await webApp(config, events)
  const env = environments.server(database.appUrl, database.folder)
  await sandbox?.ready
  const web = services.run('web', 'server', { ...env, STOCKCAST_ROLE: 'web' })
  const asWorker = { ...env, STOCKCAST_ROLE: 'worker' }
  const worker = services.run('worker', 'server', { ...asWorker, STOCKCAST_WORK: 'sync,deliver' })
  // A process of its own, so that sales and alerts of others do not wait while a shop is forecast or a file is read.
  const batchWorker = services.run('batch-worker', 'server', {
    ...asWorker,
    STOCKCAST_WORK: 'batch',
    WORKER_PORT: undefined,
  })
  await Promise.all([web.ready, worker.ready, batchWorker.ready])
}

function webApp(config: LaunchConfig, events: ProductEvents): Promise<void> {
  return buildWeb({
    root: config.root,
    logFile: rotatedLog(config.dataDir, 'web-build'),
    onBuild: () => events.tell('Building the web app …'),
  })
}

/** Returns a function that starts a service and records it as running. */
function serviceStarter(config: LaunchConfig, events: ProductEvents) {
  const record: RunRecord = { launcherPid: process.pid, url: config.publicUrl, services: [] }
  const running: Service[] = []
  const noteStart = (name: string, pid: number) => {
    const others = record.services.filter((service) => service.name !== name)
    record.services = [...others, { name, pid, birth: processBirth(pid) ?? '' }]
    saveRunRecord(config.dataDir, record)
  }
  const run = (name: string, program: ServiceProgram, env: NodeJS.ProcessEnv): Service => {
    const service = startService({
      name,
      nodeArguments: getNodeArguments(name),
      file: serviceFile(config.root, program),
      env,
      logFile: rotatedLog(config.dataDir, name),
      onStart: (pid) => noteStart(name, pid),
      onCrash: events.tell,
    })
    running.push(service)
    return service
  }
  const stop = (patienceMs: number) => Promise.all(running.map((service) => service.stop(patienceMs)))
  return { run, stop }
}
