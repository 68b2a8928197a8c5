// Looks for requests that block the server for others: npm run -s bench:hostile [-- --route /api/sales]
// Sends every shape of body and head to every route, one at a time, with and without a session.
import { parseArgs } from 'node:util'
import { bodyShapes } from './hostile/body-shapes.ts'
import { headShapes } from './hostile/head-shapes.ts'
import { type Route, readRoutes } from './hostile/routes.ts'
import { type Hostile, send } from './hostile/send.ts'
import { longestBlock, loopWatch } from './product/longest-block.ts'
import { accessToken, signUp } from './product/merchant.ts'
import { type Service, startServices } from './product/start-services.ts'
import { builtWebRoot } from './product/web-root.ts'

const MOST_BLOCK_MS = 50
const SHOWN = 12
const SIZES = [4_900_000, 999_000, 255_900, 31_900, 3_900]

interface Outcome {
  where: string
  status: number
  blockMs: number
  wallMs: number
}

const { values } = parseArgs({ options: { route: { type: 'string', default: '' } } })
const services = await startServices({ WEB_ROOT: await builtWebRoot(), LOG_LEVEL: 'silent' })
const outcomes: Outcome[] = []
try {
  const server = await services.startServer('web', loopWatch)
  const merchant = await signUp(services.url)
  const routes = (await readRoutes(services.url)).filter(({ path }) => path.includes(values.route))
  const { longestMs: starting } = await longestBlock(server)
  for (const route of routes) {
    await tryRoute(server, route, async () => ({}))
    await tryRoute(server, route, async () => ({
      authorization: `Bearer ${await accessToken(services.url, merchant.cookie)}`,
    }))
    if (process.stderr.isTTY) process.stderr.write('.')
  }
  report(routes.length, starting)
} finally {
  await services.stop()
}

async function tryRoute(
  server: Service,
  route: Route,
  identity: () => Promise<Record<string, string>>,
): Promise<void> {
  // These requests would end the session for those that follow.
  const own = /sign-out|delete-user|account\/devices/.test(route.path) ? async () => ({}) : identity
  const attempt = async (name: string, hostile: Hostile) => {
    const status = await send(services.url, hostile)
    const { longestMs: blockMs, longestWallMs: wallMs } = await longestBlock(server)
    outcomes.push({ where: `${hostile.method} ${route.path}, ${name}`, status, blockMs, wallMs })
  }
  for (const { name, method = route.method, after = '', id = '1', headers = {} } of headShapes) {
    const path = `${route.path.replaceAll(/\{\w+\}/g, id)}${after}`
    const body = method === 'GET' || method === 'HEAD' ? [] : ['{}']
    await attempt(name, {
      method,
      path,
      body,
      headers: { 'content-type': 'application/json', ...(await own()), ...headers },
    })
  }
  if (route.method === 'GET') return
  const path = route.path.replaceAll(/\{\w+\}/g, '1')
  const bytes = await mostBytes({ method: route.method, path, headers: await own() })
  for (const shape of bodyShapes) {
    await attempt(`${shape.name} of ${bytes / 1000} kB`, {
      method: route.method,
      path,
      body: shape.make(route.body ?? {}, bytes),
      headers: { 'content-type': shape.type, ...shape.headers, ...(await own()) },
    })
  }
}

/** Returns the largest size that is not refused for its size. */
async function mostBytes(to: {
  method: string
  path: string
  headers: Record<string, string>
}): Promise<number> {
  for (const bytes of SIZES) {
    const init = { method: to.method, headers: to.headers, body: ' '.repeat(bytes) }
    const answer = await fetch(`${services.url}${to.path}`, init).catch(() => null)
    if (answer && !(await answer.text()).includes('larger than')) return bytes
  }
  throw new Error(`${to.path} takes no body`)
}

function report(routes: number, startingMs: number): void {
  const shapes = headShapes.length + bodyShapes.length
  const worst = outcomes.toSorted((a, b) => b.blockMs - a.blockMs)
  const failed = outcomes.filter(({ status }) => status >= 500)
  console.log(`${outcomes.length} requests of ${shapes} shapes to ${routes} routes`)
  const statuses = Map.groupBy(outcomes, ({ status }) =>
    status === 0 ? 'cut' : `${Math.floor(status / 100)}xx`,
  )
  console.log(
    [...statuses]
      .map(([name, each]) => `${name} ${each.length}`)
      .sort()
      .join(', '),
  )
  console.log(`longest block while starting: ${startingMs.toFixed(0)} ms`)
  console.log('longest blocks: processor time of the main thread, and the whole delay')
  for (const { where, status, blockMs, wallMs } of worst.slice(0, SHOWN)) {
    const figures = [blockMs, wallMs].map((each) => `${each.toFixed(0).padStart(6)} ms`).join(' ')
    console.log(`${figures}  ${status}  ${where}`)
  }
  for (const { where, status } of failed.slice(0, SHOWN)) console.log(`FAILED  ${status}  ${where}`)
  const blocking = worst.filter(({ blockMs }) => blockMs > MOST_BLOCK_MS)
  if (blocking.length > 0)
    console.log(`FAILED  ${blocking.length} requests blocked for more than ${MOST_BLOCK_MS} ms`)
  process.exitCode = blocking.length + failed.length > 0 ? 1 : 0
}
