import { type Context, Hono } from 'hono'
import { AppError } from '../errors.ts'
import type { Kernel } from '../kernel.ts'
import { refusalTexts } from '../texts/refusal-texts.ts'
import { limitBodies } from './body-limits.ts'
import { compressAnswers } from './compress-answers.ts'
import { type AppEnv, type Authenticate, requireSignedIn } from './context.ts'
import { errorResponse } from './error-response.ts'
import { findEndpoint } from './find-endpoint.ts'
import { logRefusals } from './log-refusals.ts'
import type { Mounts } from './mounts.ts'
import { observeRequests } from './observe-requests.ts'
import { createReferenceRoutes } from './reference/routes.ts'
import { routedPath } from './routed-path.ts'
import { assertSameOrigin } from './same-origin.ts'
import { scopeRequests } from './scope-requests.ts'
import { securityHeaders } from './security-headers.ts'
import { serveWebFiles } from './web-files.ts'

/** Builds the HTTP application from the routes of the modules. It imports no module. */
export function createApp(kernel: Kernel, authenticate: Authenticate, mounts: Mounts): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ getPath: routedPath })
  app.onError((error, c) => errorResponse(c, error, kernel.log))
  app.use(observeRequests(kernel.tracer, mounts.onAnswered))
  app.use(endHeadBodies)
  app.use(logRefusals(kernel))
  app.use(noStore)
  app.use(findEndpoint(mounts))
  app.use(scopeRequests)
  for (const { path, routes } of mounts.direct ?? []) app.route(path, routes)
  app.use(securityHeaders({ isHttps: kernel.config.publicUrl.startsWith('https:') }))
  app.use(limitBodies)
  app.use(assertSameOrigin(kernel.config.publicUrl))
  const compressed = compressAnswers()
  app.use((c, next) => (c.get('endpoint')?.stream ? next() : compressed(c, next)))
  for (const { path, routes } of mounts.open) app.route(path, routes)
  app.route('/', createReferenceRoutes(mounts))
  for (const guard of [requireSignedIn(authenticate), ...(mounts.guards ?? [])]) {
    app.use('/api/*', guard)
    app.use('/functions/*', guard)
  }
  for (const { path, routes } of mounts.guarded) app.route(path, routes)
  app.all('/api/*', () => unknownPath())
  app.all('/functions/*', () => unknownPath())
  const { webRoot, hasDemo } = kernel.config
  if (webRoot) serveWebFiles(app, { webRoot, hasDemo })
  return app
}

/** Builds what a worker answers: nothing but its health. */
export function createHealthApp(kernel: Pick<Kernel, 'log'>, health: Hono<AppEnv>): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ getPath: routedPath })
  app.onError((error, c) => errorResponse(c, error, kernel.log))
  app.use(securityHeaders({ isHttps: false }))
  app.route('/', health)
  app.all('*', () => unknownPath())
  return app
}

/** Ends the body of an answer of which only the head is sent: nobody else would, and a stream would stay open. */
async function endHeadBodies(c: Context<AppEnv>, next: () => Promise<void>) {
  await next()
  if (c.req.method === 'HEAD') await c.res.body?.cancel()
}

/** Answers are kept by nobody, unless they say how long they may be. */
async function noStore(c: Context<AppEnv>, next: () => Promise<void>) {
  await next()
  if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
}

function unknownPath(): never {
  throw new AppError('not_found', refusalTexts.nothingHere)
}
