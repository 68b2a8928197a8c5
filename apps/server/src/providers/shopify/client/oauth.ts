import { z } from 'zod'
import type { StoreTokens } from '../../../kernel/connector/connector.ts'
import { type HttpTools, postJson } from './http.ts'
import { ShopifyError } from './shopify-error.ts'

const TOKEN_DEADLINE_MS = 15_000

export interface OauthOptions {
  clientId: string
  clientSecret: string
  originFor: (shopDomain: string) => string
  http: HttpTools
  now: () => Date
}

const tokenAnswerSchema = z.object({
  access_token: z.string().min(1),
  scope: z.string().default(''),
  expires_in: z.number().positive().optional(),
  refresh_token: z.string().min(1).optional(),
  refresh_token_expires_in: z.number().positive().optional(),
})

export function authorizeUrl(
  options: OauthOptions,
  request: {
    shopDomain: string
    scopes: readonly string[]
    /** Scopes that the merchant may refuse. */
    optionalScopes: readonly string[]
    redirectUri: string
    state: string
  },
): string {
  const query = new URLSearchParams({
    client_id: options.clientId,
    scope: request.scopes.join(','),
    optional_scopes: request.optionalScopes.join(','),
    redirect_uri: request.redirectUri,
    state: request.state,
  })
  return `${options.originFor(request.shopDomain)}/admin/oauth/authorize?${query}`
}

export function exchangeCode(options: OauthOptions, shopDomain: string, code: string): Promise<StoreTokens> {
  return requestTokens(options, shopDomain, { code, expiring: '1' })
}

export function refreshTokens(
  options: OauthOptions,
  shopDomain: string,
  refreshToken: string,
): Promise<StoreTokens> {
  return requestTokens(options, shopDomain, { grant_type: 'refresh_token', refresh_token: refreshToken })
}

async function requestTokens(
  options: OauthOptions,
  shopDomain: string,
  grant: Record<string, string>,
): Promise<StoreTokens> {
  const answer = await postJson(options.http, {
    url: `${options.originFor(shopDomain)}/admin/oauth/access_token`,
    body: { client_id: options.clientId, client_secret: options.clientSecret, ...grant },
    deadlineMs: TOKEN_DEADLINE_MS,
  })
  if (answer.status === 404) throw new ShopifyError('shop_not_found', 'token endpoint 404')
  if (answer.status !== 200) throw new ShopifyError('unauthorized', `token endpoint ${answer.status}`)
  return readTokens(answer.body, options.now())
}

function readTokens(body: string, now: Date): StoreTokens {
  const parsed = tokenAnswerSchema.safeParse(parseJson(body))
  if (!parsed.success) throw new ShopifyError('unexpected_answer', 'token answer', parsed.error)
  const answer = parsed.data
  return {
    accessToken: answer.access_token,
    accessExpiresAt: after(now, answer.expires_in),
    refreshToken: answer.refresh_token ?? null,
    refreshExpiresAt: after(now, answer.refresh_token_expires_in),
    scopes: answer.scope.split(',').filter((scope) => scope !== ''),
  }
}

function after(now: Date, seconds: number | undefined): Date | null {
  return seconds === undefined ? null : new Date(now.getTime() + seconds * 1000)
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ShopifyError('unexpected_answer', 'not JSON', error)
  }
}
