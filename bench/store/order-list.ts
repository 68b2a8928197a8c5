import { dueStates, type OrderList, orderListApi, orderListSorts, suppliersApi } from '@stockcast/contract'
import { insistOn, print, timed, until } from '../launch/figures.ts'
import type { Merchant } from '../launch/merchant.ts'
import type { Services } from '../launch/services.ts'
import { readBesideCount } from './large-store.ts'

const SUPPLIERS = 50
const ROWS_A_REQUEST = 5000
const MAX_LIST_MS = 300
const MAX_DRAFTS_MS = 2000
const BUDGET_RATIO = 0.4
const PAGE = 500

/** Measures the list of what to order by tab, filter, sort and budget, and drafts for all suppliers, beside a bare count of its plans. */
export async function orderList(
  { database }: Services,
  { merchant, variants, rounds }: { merchant: Merchant; variants: number; rounds: number },
): Promise<void> {
  const suppliers: number[] = []
  for (let n = 0; n < SUPPLIERS; n++) {
    const supplier = { name: `Supplier ${n}`, currency: 'USD' }
    suppliers.push((await merchant.post<{ id: number }>(suppliersApi.create.path, supplier)).id)
    await database.rows('delete from limit_counts')
  }
  for (let from = 0; from < variants; from += ROWS_A_REQUEST) {
    const rows = Array.from({ length: Math.min(ROWS_A_REQUEST, variants - from) }, (_, i) => {
      const n = from + i
      const supplierId = suppliers[n % SUPPLIERS]
      return { supplierId, variantId: n + 1, unitCostMinor: 200 + (n % 3000), rank: 1 }
    })
    await merchant.put(suppliersApi.saveItems.path, { rows })
  }
  const count = 'select count(*) from order_plans where merchant_id = $1'
  const planned = () => database.number(count, [merchant.id])
  await until('the plans', async () => (await planned()) >= variants * 0.9, 600_000)
  await database.rows('vacuum analyze')
  const { totals } = await merchant.get<OrderList>(orderListApi.get.path)
  const queries = {
    'no filter': '',
    search: '&search=coffee%2012',
    supplier: `&supplier=${suppliers[0]}`,
    tag: '&tag=summer',
    'ABC and XYZ': '&abc=a&xyz=x',
    'last page': '&page=20',
    ...Object.fromEntries(orderListSorts.map((sort) => [`by ${sort}`, `&sort=${sort}&order=desc`])),
  }
  const budget = `&budget=${Math.floor(BUDGET_RATIO * totals.costMinor)}`
  for (const [name, query] of Object.entries(queries)) {
    const what = `order list, ${name}`
    const paths = ['', ...dueStates.map((due) => `&due=${due}`)].flatMap((tab) =>
      ['', budget].map((money) => `${orderListApi.get.path}?${money}${query}${tab}`),
    )
    await readBesideCount(database, merchant, { what, count, paths, rounds, mostMs: MAX_LIST_MS })
  }
  await makeDrafts(merchant)
}

async function makeDrafts(merchant: Merchant): Promise<void> {
  const { rows } = await merchant.get<OrderList>(`${orderListApi.get.path}?due=due&pageSize=${PAGE}`)
  const lines = rows.flatMap(({ variantId, supplier, quantity }) =>
    supplier && quantity > 0 ? [{ variantId, supplierId: supplier.id, units: quantity }] : [],
  )
  let drafts = 0
  const ms = await timed(async () => {
    const { orders } = await merchant.post<{ orders: object[] }>(orderListApi.createDrafts.path, { lines })
    drafts = orders.length
  })
  print(`${drafts} drafts of ${lines.length} lines`, `${ms.toFixed(0)} ms`)
  insistOn(ms <= MAX_DRAFTS_MS, `drafts took more than ${MAX_DRAFTS_MS} ms`)
}
