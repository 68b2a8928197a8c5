import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request to the sandbox. */
export interface PassingRequest {
  method: string
  path: string
  body: string
}

/** What replaces the real answer; `cut` ends the connection, null lets the request pass. */
export type Fault = { status: number; body: object } | 'cut' | null

export interface FaultProxy {
  url: string
  /** Called before each request is passed on. */
  intercept: (request: PassingRequest) => Fault
  requests: PassingRequest[]
  close(): Promise<void>
}

/** Starts a proxy between product and sandbox, so that a test can make the network and the provider fail. */
export async function startFaultProxy(targetUrl: string): Promise<FaultProxy> {
  const server = createServer(async (request, response) => {
    const passing = {
      method: request.method ?? 'GET',
      path: request.url ?? '/',
      body: await readText(request),
    }
    proxy.requests.push(passing)
    const fault = proxy.intercept(passing)
    if (fault === 'cut') response.destroy()
    else if (fault) answer(response, fault.status, JSON.stringify(fault.body))
    else await passOn(targetUrl, { request, response, passing, ownUrl: proxy.url })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy: FaultProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    intercept: () => null,
    requests: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return proxy
}

async function passOn(
  targetUrl: string,
  exchange: { request: IncomingMessage; response: ServerResponse; passing: PassingRequest; ownUrl: string },
): Promise<void> {
  const { request, response, passing, ownUrl } = exchange
  const headers = new Headers()
  for (const name of ['content-type', 'x-shopify-access-token', 'range', 'accept']) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  const answered = await fetch(`${targetUrl}${passing.path}`, {
    method: passing.method,
    headers,
    redirect: 'manual',
    ...(passing.method === 'POST' ? { body: passing.body } : {}),
  })
  const location = answered.headers.get('location')
  if (location) response.setHeader('location', location)
  // The sandbox names its own address in the addresses of result files.
  answer(
    response,
    answered.status,
    (await answered.text()).replaceAll(escaped(targetUrl), escaped(ownUrl)).replaceAll(targetUrl, ownUrl),
  )
}

function escaped(url: string): string {
  return url.replaceAll('/', '\\/')
}

function answer(response: ServerResponse, status: number, body: string): void {
  response.statusCode = status
  if (!response.hasHeader('content-type')) response.setHeader('content-type', 'application/json')
  response.end(body)
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}
