import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { readConfig } from '../config.ts'
import { Sandbox } from '../sandbox.ts'

export const NOW = Date.parse('2026-11-20T15:00:00Z')
export const ALL_SCOPES = 'read_products,read_inventory,read_locations,read_orders,read_all_orders'
const REDIRECT = 'http://localhost:3000/shopify/callback'

/** Creates a folder for a test, which is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A machine clock that stands still until it is moved. */
export class MachineClock {
  time = NOW
  readonly now = () => this.time
}

export function openSandbox(
  folder = temporaryFolder(),
  clock = new MachineClock(),
  environment: Record<string, string> = {},
): Sandbox {
  const report = (message: string, error: unknown) => {
    throw new Error(message, { cause: error })
  }
  const config = readConfig({ DATA_DIR: folder, ...environment })
  // Shorter than the real ones, and long enough for a busy machine.
  const webhookDeadlines = { connectMs: 2000, totalMs: 2000 }
  const sandbox = new Sandbox({ config, machineNow: clock.now, report, webhookDeadlines })
  onTestFinished(() => sandbox.shopify.webhooks.dispatcher.close())
  return sandbox
}

/** A value of an answer or a payload. */
// biome-ignore lint/suspicious/noExplicitAny: tests assert the shape of what they read
export type Json = any

export interface Answer {
  data: Json
  errors?: Json
  extensions?: Json
}

export type Query = (
  query: string,
  variables?: Record<string, unknown>,
  operationName?: string,
) => Promise<Answer>

/** A sandbox in this process, or one behind an address. */
export interface Reachable {
  http: { request(path: string, init?: RequestInit): Response | Promise<Response> }
}

export function postForm(sandbox: Reachable, path: string, form: Record<string, string>) {
  return sandbox.http.request(path, { method: 'POST', body: new URLSearchParams(form) })
}

export function postJson(
  sandbox: Reachable,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
) {
  return sandbox.http.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

/** Completes the authorization and returns the answer of the token endpoint. */
export async function install(sandbox: Reachable, shop: string, scope = ALL_SCOPES) {
  const base = `/shopify/${shop}.myshopify.com/admin/oauth`
  const approved = await postForm(sandbox, `${base}/authorize`, {
    client_id: 'sandbox-client',
    scope,
    redirect_uri: REDIRECT,
    state: 'state-1',
    decision: 'install',
  })
  const code = new URL(approved.headers.get('location')!).searchParams.get('code')
  const credentials = { client_id: 'sandbox-client', client_secret: 'sandbox-secret' }
  const answer = await postJson(sandbox, `${base}/access_token`, { ...credentials, code, expiring: '1' })
  return (await answer.json()) as { access_token: string; refresh_token: string; scope: string }
}

/** Installs the app in the shop and returns a function that sends GraphQL queries with its token. */
export async function connect(sandbox: Reachable, shop: string, scope = ALL_SCOPES): Promise<Query> {
  const { access_token: token } = await install(sandbox, shop, scope)
  const path = `/shopify/${shop}.myshopify.com/admin/api/2026-10/graphql.json`
  return async (query, variables = {}, operationName) => {
    const body = { query, variables, operationName }
    const response = await postJson(sandbox, path, body, { 'x-shopify-access-token': token })
    return (await response.json()) as Answer
  }
}
