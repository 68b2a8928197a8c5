const json = { 'content-type': 'application/json' }
const csv = 'SKU,Product,Stock,Price\nA-1,Lamp,3,12.50\n'

/**
 * Creates what other calls need by id, such as an order, a supplier, a sale, a change of settings and an import, and returns
 * the ids of these and of the caller's lists.
 */
export async function plantOwn(send: Send): Promise<(number | string)[]> {
  const found = new Set<number | string>()
  // Products of one's own, since a generated call that imports some removes the sample data and all that names it.
  const items = ['OWN-1', 'OWN-2', 'OWN-3'].map((sku) => ({ sku, product: `Own ${sku}`, stock: 9 }))
  await send('/api/inventory', { method: 'PUT', headers: json, body: JSON.stringify({ items }) })
  const listed = await ownIds(send)
  const plant = async (path: string, init: RequestInit) => {
    const answer = await send(path, init)
    if (answer.ok) collectIds(await answer.json(), found)
  }
  const order = JSON.stringify({ units: 3, expectedOn: '2027-01-15' })
  for (const id of listed.filter((each) => typeof each === 'number')) {
    await plant(`/api/variants/${id}/orders`, { method: 'POST', headers: json, body: order })
    if (found.size === 0) continue
    const change = { target: { kind: 'chosen', variantIds: [id] }, set: { safetyStock: 77 } }
    await plant('/api/settings/variants', { method: 'PUT', headers: json, body: JSON.stringify(change) })
    break
  }
  await plantOrders(send, plant)
  const sale = JSON.stringify({ kind: 'sale', from: '2026-12-01', to: '2026-12-05' })
  await plant('/api/calendar/events', { method: 'POST', headers: json, body: sale })
  const headers = { 'content-type': 'text/csv' }
  await plant('/api/imports?kind=products&fileName=products.csv&timeZone=Europe/Berlin&currency=EUR', {
    method: 'POST',
    headers,
    body: csv,
  })
  return [...found, ...listed]
}

/** Creates a supplier and two drafts without products. */
async function plantOrders(
  send: Send,
  plant: (path: string, init: RequestInit) => Promise<void>,
): Promise<void> {
  const body = JSON.stringify({ name: 'Planted supplier', email: 'planted@example.com', currency: 'EUR' })
  await plant('/api/suppliers', { method: 'POST', headers: json, body })
  const listed = (await (await send('/api/suppliers')).json()) as { rows?: { id: number }[] }
  const draft = JSON.stringify({ supplierId: listed.rows?.[0]?.id })
  for (let n = 0; n < 2; n++)
    await plant('/api/purchase-orders', { method: 'POST', headers: json, body: draft })
}

type Send = (path: string, init?: RequestInit) => Promise<Response>

/** Collects every id in the answers of a caller's lists, so that requests can name existing rows. */
async function ownIds(get: Send): Promise<(number | string)[]> {
  const found = new Set<number | string>()
  for (const path of LISTS) {
    const answer = await get(path)
    if (answer.ok) collectIds(await answer.json(), found)
  }
  return [...found].slice(0, MAX)
}

const MAX = 20
const LISTS = [
  '/api/alerts',
  '/api/products',
  '/api/snoozes',
  '/api/settings/variants',
  '/api/account',
  '/api/imports',
]

function collectIds(value: unknown, found: Set<number | string>): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    const isId = /(^id|Id)$/.test(name) && (typeof inner === 'number' || typeof inner === 'string')
    if (isId) found.add(inner)
    else collectIds(inner, found)
  }
}
