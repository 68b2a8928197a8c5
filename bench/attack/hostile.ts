// Looks for requests that block the server for others: npm run -s bench:hostile [-- --route /api/sales] [--quick]
// Sends every shape of head, query and body to every route that the router knows, one at a time, as nobody, demo visitor,
// unconfirmed and confirmed merchant. Neither web nor worker may be blocked, until the jobs of the request have ended.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { fail, quantile } from '../launch/figures.ts'
import { type Services, withServices } from '../launch/services.ts'
import { bodyShapes } from './hostile/body-shapes.ts'
import { type Caller, createCaller, kinds } from './hostile/callers.ts'
import { fileShapes } from './hostile/file-shapes.ts'
import { headShapes, queryShapes } from './hostile/head-shapes.ts'
import { type Route, readRoutes } from './hostile/routes.ts'
import { type Attempt, send } from './hostile/send.ts'
import { type Seen, startWatch } from './hostile/watch.ts'
import { loopWatch } from './longest-block.ts'

const MAX: Seen = { webMs: 50, workerMs: 250, megabytes: 300 }
/** A request that exceeds a limit is sent again; the median of all its runs counts. */
const RUNS = 3
const IDLE_MS = 5000
const SHOWN = 20
const SIZES = [4_900_000, 999_000, 255_900, 31_900, 3_900]
/** With `--quick`, only one shape in this many is sent, and other ones to each route. */
const QUICK_STEP = 8

type Outcome = Seen & { where: string; status: number }

const { values } = parseArgs({
  options: { route: { type: 'string', default: '' }, quick: { type: 'boolean', default: false } },
})
const outcomes: Outcome[] = []
await withServices(bench, {
  hasWeb: true,
  environment: {
    LOG_LEVEL: 'silent',
    TRUSTED_PROXIES: '127.0.0.1',
    CHANGES_A_SECOND: '1000000',
    // Only where mails are real is an account unconfirmed. Nothing listens here, so no mail arrives.
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'bench@example.com',
  },
})
// The router that was built to read its routes keeps handles open.
process.exit()

async function bench(services: Services): Promise<void> {
  const { url, database, environment } = services
  const web = await services.startServer('web', { preload: loopWatch })
  const worker = await services.startServer('worker', { preload: loopWatch })
  const { routes, missing } = await readRoutes(url, environment)
  const callers = kinds.map((kind) => createCaller(url, kind, database))
  for (const caller of callers) await caller.headers()
  const watch = await startWatch([web, worker], database)
  await watch.look(true)
  await sleep(IDLE_MS)
  const idle = await watch.look(false)
  const chosen = routes.filter(({ path }) => path.includes(values.route))
  for (const [n, route] of chosen.entries()) {
    const bytes = route.takes === 'nothing' ? 0 : await mostBytes(url, route, callers.at(-1)!)
    const attempts = getAttempts(route, bytes).filter(
      (_, at) => !values.quick || at % QUICK_STEP === n % QUICK_STEP,
    )
    if (attempts.length === 0) missing.push(`${route.method} ${route.path}`)
    for (const caller of callers)
      for (const attempt of attempts)
        outcomes.push(await tryOften(services, { route, caller, attempt, look: watch.look }))
  }
  report({ routes: chosen.length, missing, idle, rest: watch.rest, end: watch.used() })
}

async function tryOften(
  { url, database }: Services,
  trial: { route: Route; caller: Caller; attempt: Attempt; look: (hasJobs: boolean) => Promise<Seen> },
): Promise<Outcome> {
  const { route, caller, attempt, look } = trial
  const runs: Seen[] = []
  let status = 0
  for (let run = 0; run < RUNS; run++) {
    // Limits on how often somebody may do something would hide what it costs.
    if (route.method !== 'GET') await database.rows('delete from limit_counts')
    status = await send(url, { ...attempt, headers: { ...(await caller.headers()), ...attempt.headers } })
    runs.push(await look(route.method !== 'GET' && status > 0 && status < 300))
    if (exceeded(runs[0]!).length === 0) break
  }
  const median = (key: keyof Seen) =>
    quantile(
      runs.map((seen) => seen[key]),
      0.5,
    )
  const where = `${route.method} ${route.path} as ${caller.kind}, ${attempt.name}`
  return {
    where,
    status,
    webMs: median('webMs'),
    workerMs: median('workerMs'),
    megabytes: median('megabytes'),
  }
}

function getAttempts(route: Route, bytes: number): Attempt[] {
  const { method, body: schema, takes, queries } = route
  const json = { 'content-type': 'application/json' }
  const to = (id: string) => route.path.replaceAll(/\{\w+\}/g, id)
  const small = (used: string) => () => (['GET', 'HEAD'].includes(used) ? [] : ['{}'])
  const heads = headShapes.map(({ name, method: other = method, after = '', id = '1', headers = {} }) => ({
    name,
    method: other,
    path: `${to(id)}${after}`,
    headers: { ...json, ...headers },
    body: small(other),
  }))
  const parameters = route.parameters.flatMap((parameter) =>
    Object.entries(queryShapes).map(([name, value]) => ({
      name: `${name} for ${parameter}`,
      method,
      path: `${to('1')}?${queries[0]}&${parameter}=${value}`,
      headers: json,
      body: small(method),
    })),
  )
  const shapes = { nothing: [], json: bodyShapes, any: [...fileShapes, ...bodyShapes] }[takes]
  const bodies = shapes.flatMap(({ name, type, headers, make }) =>
    queries.map((query) => ({
      name: `${name} of ${bytes / 1000} kB ${query}`,
      method,
      path: `${to('1')}${query === '' ? '' : `?${query}`}`,
      headers: { 'content-type': type, ...headers },
      body: () => make(bytes, schema),
    })),
  )
  return [...heads, ...parameters, ...bodies]
}

/** Returns the largest size that is not refused for its size. */
async function mostBytes(url: string, route: Route, caller: Caller): Promise<number> {
  const path = `${route.path.replaceAll(/\{\w+\}/g, '1')}?${route.queries[0]}`
  for (const bytes of SIZES) {
    const init = { method: route.method, headers: await caller.headers(), body: ' '.repeat(bytes) }
    const answer = await fetch(`${url}${path}`, init).catch(() => null)
    if (answer && !(await answer.text()).includes('larger than')) return bytes
  }
  throw new Error(`${path} takes no body`)
}

function exceeded(seen: Seen): string[] {
  return [
    ...(seen.webMs > MAX.webMs ? [`web blocked for ${seen.webMs.toFixed(0)} ms`] : []),
    ...(seen.workerMs > MAX.workerMs ? [`worker blocked for ${seen.workerMs.toFixed(0)} ms`] : []),
    ...(seen.megabytes > MAX.megabytes ? [`${seen.megabytes} MB above rest`] : []),
  ]
}

type Run = { routes: number; missing: readonly string[]; idle: Seen; rest: number[]; end: number[] }

function report({ routes, missing, idle, rest, end }: Run): void {
  console.log(`${outcomes.length} requests to ${routes} routes as ${kinds.length} callers`)
  const classOf = ({ status }: Outcome) => (status === 0 ? 'cut' : `${Math.floor(status / 100)}xx`)
  const statuses = [...Map.groupBy(outcomes, classOf)].map(([name, each]) => `${name} ${each.length}`)
  console.log(statuses.toSorted().join(', '))
  console.log(
    `rest: web ${rest[0]} MB, worker ${rest[1]} MB; at the end ${end.join(' and ')} MB; idle blocks: ${getFigures(idle)}`,
  )
  for (const key of ['webMs', 'workerMs', 'megabytes'] as const) {
    console.log(`worst by ${key}:`)
    for (const each of outcomes.toSorted((a, b) => b[key] - a[key]).slice(0, SHOWN / 4))
      console.log(`  ${getFigures(each)}  ${each.status}  ${each.where}`)
  }
  const faults = [
    ...missing.map((name) => `no hostile shape for ${name}`),
    ...outcomes.flatMap((each) => exceeded(each).map((fault) => `${fault}: ${each.where}`)),
    ...outcomes.flatMap(({ status, where }) => (status >= 500 ? [`answered ${status}: ${where}`] : [])),
  ]
  for (const fault of faults.slice(0, SHOWN)) fail(fault)
  if (faults.length > SHOWN) fail(`and ${faults.length - SHOWN} more`)
}

function getFigures({ webMs, workerMs, megabytes }: Seen): string {
  return `web ${webMs.toFixed(0)} ms, worker ${workerMs.toFixed(0)} ms, ${megabytes} MB`
}
