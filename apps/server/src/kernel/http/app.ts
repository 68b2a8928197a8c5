import { createHmac } from 'node:crypto'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { getPath } from 'hono/utils/url'
import { asRequest } from '../database/request-scope.ts'
import { AppError } from '../errors.ts'
import type { Kernel } from '../kernel.ts'
import { derivedKey } from '../secrets/signed-token.ts'
import { boundedLog } from '../telemetry/bounded-log.ts'
import { refusalTexts } from '../texts/refusal-texts.ts'
import { callerAddress } from './caller-address.ts'
import { compressAnswers } from './compress-answers.ts'
import { type AppEnv, type Authenticate, requireSignedIn } from './context.ts'
import { errorResponse } from './error-response.ts'
import { findEndpoint } from './find-endpoint.ts'
import { limitBodies } from './limit-body.ts'
import type { Mounts } from './mounts.ts'
import { getRoute, observeRequests } from './observe-requests.ts'
import { createReferenceRoutes } from './reference/routes.ts'
import { assertSameOrigin } from './same-origin.ts'
import { serveWebFiles } from './web-files.ts'

/** No or a wrong sign-in or signature; not allowed; too often. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 429])

const CALLER_LENGTH = 16

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

/**
 * Returns one policy for every answer, errors included. Styles are inline because the component library sets
 * them so.
 */
function securityHeaders(options: { isHttps: boolean }) {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    strictTransportSecurity: options.isHttps ? 'max-age=31536000; includeSubDomains' : false,
    referrerPolicy: 'strict-origin-when-cross-origin',
    xFrameOptions: 'DENY',
  })
}

/**
 * Logs refused callers at a bounded rate. The same caller has the same pseudonym in every line, and the secret is needed
 * to compare it with an address.
 */
function logRefusals({ config, log }: Pick<Kernel, 'config' | 'log'>): MiddlewareHandler<AppEnv> {
  const [secret] = config.secrets
  const key = derivedKey(secret, 'log-caller')
  const write = boundedLog(log)
  return async (c, next) => {
    await next()
    const { status } = c.res
    if (!REFUSALS.has(status)) return
    const { method, route } = getRoute(c)
    const reason = c.error instanceof AppError ? c.error.code : c.get('refusal')
    const address = callerAddress(config, c)
    const caller = createHmac('sha256', key).update(address).digest('base64url').slice(0, CALLER_LENGTH)
    const merchantId = c.get('signedIn')?.merchantId
    write(
      `${method} ${route} ${reason}`,
      { method, route, status, reason, merchantId, caller },
      'caller refused',
    )
  }
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Tells the database what kind of request it works for. Exports read the whole catalogue and have more time than pages. */
export const scopeRequests: MiddlewareHandler<AppEnv> = (c, next) => {
  const isReading = READING.has(c.req.method)
  return asRequest({ isPage: isReading && c.get('endpoint')?.file === undefined, isChange: !isReading }, next)
}

/**
 * Returns the path by which a request is routed. A path with a broken escape is cut at its first escape and keeps the `%`, so that no
 * route takes it for another path: the router would decode it piece by piece, which takes tens of milliseconds.
 */
export function routedPath(request: Request): string {
  if (!request.url.includes('%')) return getPath(request)
  const { pathname } = new URL(request.url)
  try {
    decodeURI(pathname)
  } catch {
    return pathname.slice(0, pathname.indexOf('%') + 1)
  }
  return getPath(request)
}
