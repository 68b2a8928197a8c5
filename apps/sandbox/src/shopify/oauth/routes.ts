import { createHmac } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { isOwnMachine } from '../../own-machine.ts'
import { getProfile } from '../generate/generate-store.ts'
import { parseShopDomain } from '../shops.ts'
import { type AuthorizeRequest, authorizePage, refusalPage } from './authorize-page.ts'
import type { Grant, TokenLedger } from './token-ledger.ts'

export interface OauthContext {
  clientId: string
  clientSecret: string
  tokens: TokenLedger
  now(): number
  scopesChanged(shop: string, previous: readonly string[], current: readonly string[]): void
}

const asked = z.object({
  client_id: z.string(),
  scope: z.string().default(''),
  optional_scopes: z.string().default(''),
  redirect_uri: z.string(),
  state: z.string().default(''),
})

const tokenRequest = z.object({
  client_id: z.string(),
  client_secret: z.string(),
  code: z.string().optional(),
  expiring: z.union([z.string(), z.number(), z.boolean()]).optional(),
  grant_type: z.string().optional(),
  refresh_token: z.string().optional(),
})

export function oauthRoutes(context: OauthContext): Hono {
  const routes = new Hono()
  routes.get('/:domain/admin/oauth/authorize', (c) => {
    const request = readRequest(c.req.query(), context)
    if (typeof request === 'string') return c.html(refusalPage(request), 400)
    return c.html(authorizePage(getProfile(shopName(c)), request))
  })
  routes.post('/:domain/admin/oauth/authorize', async (c) => {
    const form = await c.req.parseBody({ all: true })
    // Each box that was left checked sends a value.
    const granted = [form.optional_scopes ?? []].flat().join(',')
    const request = readRequest({ ...form, optional_scopes: granted }, context)
    if (typeof request === 'string') return c.html(refusalPage(request), 400)
    const result =
      form.decision === 'install'
        ? {
            code: context.tokens.issueCode(c.req.param('domain'), [
              ...request.scopes,
              ...request.optionalScopes,
            ]),
          }
        : { error: 'access_denied', error_description: 'The merchant did not approve the app' }
    return c.redirect(callbackAddress({ name: shopName(c), request, result, context }))
  })
  routes.post('/:domain/admin/oauth/access_token', async (c) => {
    const body = tokenRequest.safeParse(await readBody(c))
    if (!body.success) return c.json(oauthError('invalid_request', z.prettifyError(body.error)), 400)
    const { data } = body
    if (data.client_id !== context.clientId || data.client_secret !== context.clientSecret) {
      return c.json(oauthError('invalid_client', 'Client id or secret is wrong'), 401)
    }
    return data.grant_type === 'refresh_token' ? refresh(c, data, context) : exchange(c, data, context)
  })
  return routes
}

type TokenRequest = z.infer<typeof tokenRequest>

function exchange(c: Context, request: TokenRequest, context: OauthContext) {
  const isExpiring = request.expiring === '1' || request.expiring === 1 || request.expiring === true
  const shop = c.req.param('domain')!
  const previous = context.tokens.installedScopes(shop)
  const grant = context.tokens.exchangeCode(shop, request.code ?? '', isExpiring)
  if (grant) {
    if (previous && previous.toSorted().join() !== grant.scopes.toSorted().join())
      context.scopesChanged(shop, previous, grant.scopes)
    return c.json(grantAnswer(grant, context.now()))
  }
  return c.json(
    oauthError('invalid_request', 'The authorization code was not found or was already used'),
    400,
  )
}

function refresh(c: Context, request: TokenRequest, context: OauthContext) {
  const grant = context.tokens.refresh(c.req.param('domain')!, request.refresh_token ?? '')
  if (grant) return c.json(grantAnswer(grant, context.now()))
  return c.json(oauthError('invalid_grant', 'The refresh token is invalid or has expired'), 401)
}

function grantAnswer(grant: Grant, now: number) {
  const { accessToken, scopes, accessExpiresAt, refreshToken, refreshExpiresAt } = grant
  const answer = { access_token: accessToken, scope: scopes.join(',') }
  if (accessExpiresAt === null || refreshExpiresAt === null) return answer
  return {
    ...answer,
    expires_in: Math.round((accessExpiresAt - now) / 1000),
    refresh_token: refreshToken,
    refresh_token_expires_in: Math.round((refreshExpiresAt - now) / 1000),
  }
}

/** Returns the request, or the reason why it is refused. */
function readRequest(parameters: unknown, context: OauthContext): AuthorizeRequest | string {
  const read = asked.safeParse(parameters)
  if (!read.success) return `The address of this page is incomplete: ${z.prettifyError(read.error)}`
  const { client_id, scope, optional_scopes, redirect_uri, state } = read.data
  if (client_id !== context.clientId) {
    return `No app has the client id "${client_id}". The sandbox knows "${context.clientId}".`
  }
  if (!isOwnMachine(redirect_uri)) {
    return `The redirect_uri "${redirect_uri}" is not allowed. The sandbox sends back to http://localhost or http://127.0.0.1 only.`
  }
  return {
    clientId: client_id,
    scopes: scopesIn(scope),
    optionalScopes: scopesIn(optional_scopes),
    redirectUri: redirect_uri,
    state,
  }
}

function scopesIn(text: string): string[] {
  return [...new Set(text.split(/[,\s]+/).filter((each) => each !== ''))]
}

function callbackAddress(args: {
  name: string
  request: AuthorizeRequest
  result: Record<string, string>
  context: OauthContext
}): string {
  const { name, request, result, context } = args
  const parameters = {
    ...result,
    host: Buffer.from(`admin.shopify.com/store/${name}`).toString('base64url'),
    shop: `${name}.myshopify.com`,
    state: request.state,
    timestamp: String(Math.floor(context.now() / 1000)),
  }
  return signedAddress(request.redirectUri, parameters, context.clientSecret)
}

function shopName(c: Context): string {
  return parseShopDomain(c.req.param('domain') ?? '')!
}

async function readBody(c: Context): Promise<unknown> {
  const isJson = c.req.header('content-type')?.includes('json')
  return isJson ? c.req.json().catch(() => null) : c.req.parseBody()
}

function oauthError(error: string, description: string) {
  return { error, error_description: description }
}

/** Returns Shopify's HMAC of a query: over every other parameter, sorted by name, SHA-256 in hex. */
export function getSignature(parameters: Readonly<Record<string, string>>, secret: string): string {
  const message = Object.keys(parameters)
    .filter((name) => name !== 'hmac' && name !== 'signature')
    .sort()
    .map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(parameters[name]!)}`)
    .join('&')
  return createHmac('sha256', secret).update(message).digest('hex')
}

export function signedAddress(
  address: string,
  parameters: Readonly<Record<string, string>>,
  secret: string,
): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  url.searchParams.set('hmac', getSignature(Object.fromEntries(url.searchParams), secret))
  return url.href
}
