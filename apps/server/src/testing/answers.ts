import {
  type Alert,
  alertsApi,
  type Dashboard,
  dashboardApi,
  type ExcessList,
  NO_SALES_DAYS,
  type OrderList,
  type OrderListRow,
  type OrderReason,
  orderListApi,
  type ProductDetail,
  type ProductList,
  productsApi,
  recommendationSchema,
  toAddress,
} from '@stockcast/contract'
import { dayFromEpoch, epochDay } from '../kernel/calendar.ts'
import type { TestMerchant } from './test-app.ts'

/** The sentences of the web app, which depend on nothing but what it is sent. */
interface Words {
  leadSentence(detail: ProductDetail): { before: string; key: string; after: string; advice: string }
  reasons(
    detail: ProductDetail,
    orderHistoryDays: null,
  ): { before: string; key: string; after: string; source: string }[]
  reasonWords(reason: OrderReason, row: OrderListRow, currency: string): string
}

async function webWords(): Promise<Words> {
  const [page, why, list] = await Promise.all(
    [
      'planning/product/product-words.ts',
      'planning/product/why/evidence-words.ts',
      'ordering/what-to-order/order-words.ts',
    ].map((file) => import(new URL(`../../../web/src/${file}`, import.meta.url).href)),
  )
  return { leadSentence: page.leadSentence, reasons: why.reasons, reasonWords: list.reasonWords }
}

/** Everything that is said about one product on screens, in files and in messages. */
export interface Answers {
  product: ProductDetail
  /** A row of the order list; undefined if the list does not have it. */
  row: OrderListRow | undefined
  alerts: Alert[]
  products: ProductList['rows'][number]
  attention: Dashboard['attention'][number] | undefined
  excess: ExcessList['rows'][number] | undefined
  /** Its lines of the inventory's file and of the order list's. */
  inventoryLine: string[]
  orderLine: string[] | undefined
  sentences: { lead: string; advice: string; why: string[]; listed: string[] }
}

/** Reads all answers about these products. Titles must differ and have no comma. */
export async function readAnswers(
  { request }: Pick<TestMerchant, 'request'>,
  variantIds: readonly number[],
): Promise<Answers[]> {
  const get = async <T>(path: string): Promise<T> => {
    const response = await request(path)
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
  const getLines = async (path: string) =>
    (await (await request(path)).text())
      .trim()
      .split('\r\n')
      .map((line) => line.split(','))
  const words = await webWords()
  const list = await get<OrderList>(orderListApi.get.path)
  const { alerts } = await get<{ alerts: Alert[] }>(alertsApi.list.path)
  const { rows } = await get<ProductList>(`${productsApi.list.path}?pageSize=200`)
  const { attention } = await get<Dashboard>(dashboardApi.get.path)
  const excess = await get<ExcessList>(productsApi.listExcess.path)
  const [inventory, orders] = [
    await getLines(productsApi.exportCsv.path),
    await getLines(orderListApi.exportCsv.path),
  ]
  const answers: Answers[] = []
  for (const variantId of variantIds) {
    const isOf = (one: { variantId: number }) => one.variantId === variantId
    const product = await get<ProductDetail>(toAddress(productsApi.get, { variantId }))
    const row = list.rows.find(isOf)
    const { title } = product.row
    const { before, key, after, advice } = words.leadSentence(product)
    answers.push({
      product,
      row,
      alerts: alerts.filter((alert) => isOf(alert) && !alert.resolved),
      products: rows.find(isOf)!,
      attention: attention.find(isOf),
      excess: excess.rows.find(isOf),
      inventoryLine: inventory.find((line) => line[0] === title)!,
      orderLine: orders.find((line) => line[0] === title),
      sentences: {
        lead: `${before}${key}${after}`,
        advice,
        why: words.reasons(product, null).map((one) => `${one.before}${one.key}${one.after}; ${one.source}`),
        listed: row?.why.map((reason) => words.reasonWords(reason, row, list.currency)) ?? [],
      },
    })
  }
  return answers
}

/** Collects what does not hold, in words. */
class Findings {
  readonly found: string[] = []

  same(what: string, ...values: unknown[]): void {
    if (new Set(values.map((value) => JSON.stringify(value))).size > 1)
      this.found.push(`${what}: ${values.map((value) => JSON.stringify(value)).join(', ')}`)
  }

  holds(what: string, holds: boolean): void {
    if (!holds) this.found.push(what)
  }
}

/** Returns what contradicts what in the answers about one product; empty if nothing does. */
export function contradictions(answers: Answers): string[] {
  const findings = new Findings()
  compareStock(answers, findings)
  compareDays(answers, findings)
  compareOrder(answers, findings)
  compareList(answers, findings)
  compareAlerts(answers, findings)
  compareSentences(answers, findings)
  const { title } = answers.product.row
  return findings.found.map((one) => `${title}: ${one}`)
}

function compareStock({ product, row, products, attention, inventoryLine, excess }: Answers, to: Findings) {
  const { currentStock, notInStore } = product.row
  to.same('stock', currentStock, products.currentStock, row?.available ?? currentStock)
  to.same('stock of the file', String(currentStock), inventoryLine[2])
  to.same('received, not in the store', notInStore, products.notInStore, row?.notInStore ?? notInStore)
  const onTheWay = product.incoming.reduce((sum, { units }) => sum + units, 0)
  to.same('on the way', product.row.incoming, products.incoming, onTheWay, row?.incoming ?? onTheWay)
  to.holds(
    'counts more than comes',
    product.incoming.every(({ counted, units }) => counted >= 0 && counted <= units),
  )
  if (attention) to.same('arrivals of page and dashboard', product.incoming, attention.incomingOrders)
  if (!excess) return
  to.holds('more in excess than in stock', excess.excessUnits <= currentStock!)
  to.holds('days of cover beyond the most', (excess.daysOfCover ?? 0) <= NO_SALES_DAYS)
  const soldIn90 = product.history.slice(-90).some(({ unitsSold }) => unitsSold > 0)
  if (excess.kind === 'dead') to.holds('dead, and sold in 90 days', !soldIn90)
  to.holds('in excess, and an order is due', !isDue(product) || excess.kind === 'dead')
}

function compareDays({ product, row, products, attention, inventoryLine }: Answers, to: Findings) {
  const { projection, status, daysUntilStockout, currentStock, notInStore } = product.row
  const days = daysUntilStockout ?? NO_SALES_DAYS
  const urgency = days <= 7 ? 'critical' : days <= 14 ? 'warning' : 'healthy'
  const shown = {
    out_of_stock: 'Out of stock',
    critical: 'Critical',
    warning: 'Low Stock',
    healthy: 'Healthy',
  }
  to.same('status and days left', status, currentStock! <= 0 ? 'out_of_stock' : urgency)
  to.same('status', status, products.status, attention?.status ?? status)
  to.same('status of the file', shown[status], inventoryLine[5])
  to.same('days of the file', String(daysUntilStockout), inventoryLine[4])
  to.same('days left', daysUntilStockout, products.daysUntilStockout, attention?.daysUntilStockout ?? days)
  to.holds('more days left than the most', days <= NO_SALES_DAYS)
  if (projection.kind === 'days') {
    to.same('days left of the list', days, projection.daysUntilStockout, row?.daysLeft ?? days)
    to.holds(
      'days left outside their range',
      projection.low <= days && days <= (projection.high ?? NO_SALES_DAYS),
    )
  }
  const { forecast } = product
  if (!forecast) return
  for (const { days: within, p10, p50, p90, stockoutProbability } of forecast.cumulative) {
    to.holds(`the range of ${within} days is not in order`, p10 <= p50 && p50 <= p90)
    if (projection.kind !== 'days') continue
    const start = currentStock! + notInStore
    const last = addDays(product.today, within)
    const counted = product.incoming.filter(({ day }) => day < last)
    const units = start + counted.reduce((sum, one) => sum + one.counted, 0)
    if (days < within) {
      to.holds(
        `runs out within ${within} days, though 9 of 10 futures sell less than the stock`,
        p90 >= start,
      )
      to.holds(`runs out within ${within} days, which is not likely`, stockoutProbability >= 0.4)
    }
    if (days > within) {
      to.holds(`lasts for ${within} days, though most futures sell more`, p10 <= units)
      to.holds(`lasts for ${within} days, which is not likely`, stockoutProbability <= 0.6)
    }
  }
  const isOrdered = forecast.daily.every((day) => day.p10 <= day.p50 && day.p50 <= day.p90)
  to.holds('the range of a day is not in order', isOrdered)
  const next30 = forecast.cumulative.find((one) => one.days === 30)!
  const { explanation, evidence } = forecast
  if (explanation) {
    const sum = explanation.parts.reduce((total, { units }) => total + units, 0)
    to.holds(
      'the parts do not add up',
      Math.abs(sum - explanation.units) < 0.01 * Math.max(1, explanation.units),
    )
    if (explanation.from === product.today)
      to.same('median of why and of the next 30 days', Math.round(explanation.medianUnits), next30.p50)
  }
  const orders = evidence.regularOrders
  if (orders && orders.nextDay >= product.today && orders.nextDay < addDays(product.today, 26))
    to.holds('the next large order is told, and not in the next 30 days', next30.p90 >= orders.units)
}

function compareOrder({ product, products, attention, excess }: Answers, to: Findings) {
  const { orderBy, orderQuantity, recommendation } = product.row
  to.same('quantity', orderQuantity, products.orderQuantity, (attention ?? product.row).orderQuantity)
  to.same('order by', orderBy, products.orderBy, (attention ?? product.row).orderBy)
  to.same('advice', recommendation, products.recommendation, (attention ?? product.row).recommendation)
  const kind = recommendation?.kind
  const due = isDue(product)
  if (due) to.holds(`an order is due, and the advice is ${kind}`, DUE_ADVICE.includes(kind!))
  if (kind === 'order_now') to.holds('order now, but nothing', (orderQuantity ?? 0) > 0 && due)
  if (kind === 'covered' || kind === 'fine') to.holds('covered, but an order is due', !due)
  if (excess?.kind === 'dead') to.holds('dead, but to be ordered', (orderQuantity ?? 0) === 0)
}

const DUE_ADVICE = ['blocked', 'too_late', 'order_now']

const isDue = ({ row, today }: ProductDetail) => row.orderBy !== null && row.orderBy <= today

function compareList({ product, row, orderLine }: Answers, to: Findings) {
  if (!row) return
  const quantity = product.row.orderQuantity ?? 0
  to.same('day to order by', product.row.orderBy, row.orderBy)
  if (row.inDraft === null && row.due === 'due') {
    to.same('quantity of page and list', quantity, row.quantity)
    to.same('quantity of list and file', String(row.quantity), orderLine?.[4])
  }
  if (orderLine) {
    to.same('day of list and file', row.orderBy ?? '', orderLine[3])
    to.same('on the way of list and file', String(row.incoming), orderLine[10])
  }
  to.same('due', row.due === 'due', isDue(product))
  const need = row.why.find(({ code }) => code === 'need')
  if (need?.code === 'need') {
    const { orderUpTo, stock, notInStore = 0, incoming, onTheWay, units } = need
    to.same('need', units, Math.max(0, orderUpTo - stock - notInStore - incoming), row.need)
    to.same('stock by the reason', stock, product.row.currentStock)
    to.holds('more helps than is received', notInStore <= product.row.notInStore)
    to.holds('more helps than is on the way', incoming <= onTheWay)
    to.same('on the way by the reason', onTheWay, row.incoming)
  }
  if (row.quantity === 0) return
  to.holds('not whole packs', row.quantity === row.packs * row.packSize)
  to.holds('above the maximum', row.quantity <= (row.maximumUnits ?? row.quantity))
  to.holds('below the minimum', row.quantity >= (row.minimumUnits ?? 0))
}

function compareAlerts({ product, row, alerts }: Answers, to: Findings) {
  const { projection, daysUntilStockout, recommendation } = product.row
  const quantity = product.row.orderQuantity ?? 0
  for (const { meta, recommendation: advice, currentStock, notInStore } of alerts) {
    to.same('quantity of page and alert', quantity, meta.orderQuantity)
    to.same('stock of page and alert', product.row.currentStock, currentStock)
    to.same('received units of page and alert', product.row.notInStore, notInStore)
    const parsed = [recommendation, advice].map((one) => recommendationSchema.nullable().parse(one))
    to.same('advice of page and alert', ...parsed)
    if (projection.kind === 'days') {
      to.same('days of page and alert', daysUntilStockout, meta.daysUntilStockout)
      to.same('range of page and alert', [projection.low, projection.high], [meta.daysLow, meta.daysHigh])
    }
    const sentence = meta.recommendation ?? ''
    const units = quantity.toLocaleString('en-US')
    to.same(`the quantity of "${sentence}"`, sentence.startsWith(`Order ${units} `), quantity > 0)
    const { leadTimeDays, leadTimeRange } = product.policy
    const days = row?.leadTime.days ?? leadTimeDays
    const { p10, p90 } = row?.leadTime ?? leadTimeRange ?? { p10: days, p90: days }
    const takes = p10 === p90 ? days : `${p10} to ${p90}`
    to.holds(`another lead time in "${sentence}"`, sentence.includes(`takes ${takes} day`))
  }
}

function compareSentences({ product, row, sentences }: Answers, to: Findings) {
  const { advice, lead, why, listed } = sentences
  const { orderQuantity, status, currentStock } = product.row
  const named = /^Order ([\d,.]+) /.exec(advice)?.[1]
  if (named !== undefined)
    to.same(`the quantity of "${advice}"`, Number(named.replace(/\D/g, '')), orderQuantity)
  if (isDue(product))
    to.holds(`an order is due, and "${advice}"`, !/^(No order|The next order|Covered)/.test(advice))
  if (!isDue(product)) to.holds(`no order is due, and "${advice}"`, !/^Order .* today/.test(advice))
  if (lead.startsWith('Nothing is expected'))
    to.holds(
      `sales are expected, and "${lead}"`,
      product.forecast!.cumulative.every(({ p50 }) => p50 === 0),
    )
  to.same(`"${lead}" and status`, lead.startsWith('Out of stock'), status === 'out_of_stock')
  const next = why.find((one) => one.startsWith('A large order'))
  const nextDay = product.forecast?.evidence.regularOrders?.nextDay
  if (next && nextDay && nextDay < product.today)
    to.holds(`a day that has passed is expected: "${next}"`, !next.includes('the next one is expected'))
  if (!row) return
  const fill = listed.find((one) => one.startsWith('Fill up'))
  if (fill)
    to.holds(`another stock in "${fill}"`, fill.includes(`${currentStock!.toLocaleString('en-US')} in stock`))
}

function addDays(day: string, days: number): string {
  return dayFromEpoch(epochDay(day) + days)
}
