// Measures every step of an order of a thousand lines over HTTP: npm run -s bench:orders -- [--lines 1000] [--rounds 3]
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { insertCatalog } from '../apps/server/src/testing/insert-catalog.ts'
import { insertSupplier } from '../apps/server/src/testing/insert-supplier.ts'
import { createTestKernel } from '../apps/server/src/testing/test-kernel.ts'
import { MAX_ORDER_LINES, type PurchaseOrder, routes } from '../packages/contract/src/index.ts'
import { type Merchant, signUp } from './product/merchant.ts'
import { startServices } from './product/start-services.ts'

const MOST_MS = 500

const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: String(MAX_ORDER_LINES) },
    rounds: { type: 'string', default: '3' },
  },
})
const lines = Number(values.lines)
const times = new Map<string, number[]>()

const services = await startServices()
try {
  await services.startServer('web')
  // The first round finds a new merchant, whose tables were never analysed.
  for (let round = 0; round < Number(values.rounds); round++) await measure(await signUp(services.url))
  for (const [step, all] of times) {
    const median = all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!
    console.log(`${step.padEnd(16)} ${all.map((ms) => ms.toFixed(0).padStart(6)).join(' ')} ms`)
    if (median <= MOST_MS) continue
    console.log(`FAILED  ${step} took ${median.toFixed(0)} ms, more than ${MOST_MS} ms`)
    process.exitCode = 1
  }
} finally {
  await services.stop()
}

async function measure(merchant: Merchant): Promise<void> {
  const { variantIds, supplierId } = await fillShop(merchant)
  let order: PurchaseOrder
  const step = async (name: string, send: () => Promise<unknown>) => {
    const start = performance.now()
    const answer = (await send()) as PurchaseOrder & { order?: PurchaseOrder }
    times.set(name, [...(times.get(name) ?? []), performance.now() - start])
    order = answer.order ?? answer
  }
  const save = (change: (now: PurchaseOrder) => object) => () =>
    merchant.put(routes.purchaseOrder(order.id), { version: order.version, ...change(order) })
  const turn = (path: (id: number) => string) => () =>
    merchant.post(path(order.id), { version: order.version })
  const withUnits = (units: number) => (now: PurchaseOrder) => ({
    lines: now.lines.map(({ id, variantId }) => ({ id, variantId, units })),
  })
  const wanted = variantIds.map((variantId) => ({ variantId, units: 60, unitCostMinor: 500 }))
  await step('draft', () => merchant.post(routes.purchaseOrders(), { supplierId, lines: wanted }))
  await step('change a draft', save(withUnits(70)))
  await step(
    'share costs',
    save(() => ({ freightMinor: 100_000 })),
  )
  await step('mark as ordered', turn(routes.markOrdered))
  await step('change', save(withUnits(80)))
  await step('receive', () =>
    merchant.post(routes.receiveOrder(order.id), {
      key: randomUUID(),
      lines: order.lines.map(({ id }) => ({ lineId: id, accepted: 10, rejected: 1 })),
    }),
  )
  await step('undo a receipt', () =>
    merchant.post(routes.undoReceipt(order.id, order.receipts[0]!.id), { key: randomUUID() }),
  )
  await step('close', turn(routes.closeOrder))
  await step('open again', turn(routes.reopenOrder))
  await step('cancel', turn(routes.cancelOrder))
}

async function fillShop({ id: merchantId }: Merchant) {
  const now = new Date().toISOString()
  const kernel = await createTestKernel({ database: { appUrl: services.databaseUrl }, now })
  const variants = Array.from({ length: lines }, () => ({ available: 40 }))
  const variantIds = await insertCatalog(kernel, { merchantId, firstId: merchantId * 10_000, variants })
  const supplierId = await insertSupplier(kernel, { merchantId, name: 'Acme', items: [] })
  await kernel.close()
  return { variantIds, supplierId }
}
