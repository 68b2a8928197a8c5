import { readFileSync, statSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { aSession } from '../../apps/web/src/testing/fixtures.ts'
import { aVariant, aVariantList } from '../../apps/web/src/testing/settings-fixtures.ts'
import { aList, aRow } from '../../apps/web/src/testing/stock-fixtures.ts'
import type { ProductRow, StockStatus } from '../../packages/contract/src/index.ts'
import { productListSchema, variantSettingsListSchema } from '../../packages/contract/src/index.ts'

const PAGE_SIZE = 100
const statuses: readonly StockStatus[] = ['out_of_stock', 'critical', 'warning', 'healthy']
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

export interface FixtureServer {
  url: string
  close(): Promise<void>
}

/**
 * Serves the built web app with a generated store of `total` products, and at `/bare` a list of the same rows
 * as plain text. Pages are answered at once, so that only the browser's work is measured.
 */
export async function serveFixtures(args: { webRoot: string; total: number }): Promise<FixtureServer> {
  const { webRoot, total } = args
  const answers: Record<string, (page: number) => unknown> = {
    '/api/auth/token': () => ({ token: 'a token of benchmarks' }),
    '/api/session': () => aSession(),
    '/api/products': (page) =>
      productListSchema.parse(aList(rowsOf(page, total).map(productAt), { total, page })),
    '/api/settings/variants': (page) =>
      variantSettingsListSchema.parse(aVariantList(rowsOf(page, total).map(variantAt), { total, page })),
  }
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fixtures')
    if (pathname === '/api/events')
      return void response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    if (pathname === '/bare') return send(response, types['.html'] ?? '', bareList(total))
    const answer = answers[pathname]
    if (answer)
      return send(response, 'application/json', JSON.stringify(answer(Number(searchParams.get('page') ?? 1))))
    if (pathname.startsWith('/api/')) return void response.writeHead(404).end('{}')
    const asked = path.join(webRoot, path.posix.normalize(pathname))
    const isFile = statSync(asked, { throwIfNoEntry: false })?.isFile() ?? false
    const file = isFile ? asked : path.join(webRoot, 'index.html')
    send(response, types[path.extname(file)] ?? 'application/octet-stream', readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function send(response: ServerResponse, type: string, body: string | Buffer): void {
  response.writeHead(200, { 'content-type': type }).end(body)
}

function rowsOf(page: number, total: number): number[] {
  const first = (page - 1) * PAGE_SIZE + 1
  return Array.from({ length: Math.max(0, Math.min(PAGE_SIZE, total - first + 1)) }, (_, i) => first + i)
}

function productAt(n: number): ProductRow {
  return aRow({
    variantId: n,
    productId: n,
    title: `Coffee ${(n * 7919) % 100_000}, ${n % 3 === 0 ? 'whole beans of a long name, roasted on Mondays, ' : ''}1 kg`,
    sku: `COF-${n}`,
    currentStock: (n * 31) % 200,
    averageDailySales: (n % 40) / 3,
    status: statuses[n % statuses.length] ?? 'healthy',
    salesLast30: Array.from({ length: 30 }, (_, day) => (n * 13 + day * 7) % (1 + (n % 9))),
    outOfStockLast30: Array.from({ length: 30 }, (_, day) => n % 5 === 0 && day % 11 < 2),
  })
}

const variantAt = (n: number) =>
  aVariant({
    variantId: n,
    title: productAt(n).title,
    sku: `COF-${n}`,
    safetyStock: n % 7 === 0 ? n % 50 : null,
  })

/** Returns a page of the same rows, in which nothing but text is laid out and no script runs. */
function bareList(total: number): string {
  const rows = Array.from({ length: total }, (_, i) => {
    const { title, sku, currentStock, averageDailySales } = productAt(i + 1)
    return `<div>${title} ${sku} ${currentStock} ${averageDailySales.toFixed(1)}</div>`
  })
  const style = 'div{height:56px;contain:strict}'
  return `<!doctype html><title>Bare list</title><style>${style}</style><main>${rows.join('')}</main>`
}
