import type { ProductDetail } from '@stockcast/contract'
import { connectStore, type Merchant, waitForRun } from '../product/merchant.ts'
import { sandboxAt } from '../product/sandbox.ts'
import type { Services } from '../product/start-services.ts'
import { type Measure, timed, until } from './measure.ts'

const SHOP = 'tiny-transfers'
const TRANSFERS = 20
const UNITS = 37
const ARRIVES_IN_DAYS = 20
const MOST_MS = 10_000
const DAY_MS = 86_400_000

/**
 * Measures from a transfer that is created in the store, and from the day that its shipment gets, until the product
 * page shows them.
 */
export async function measureTransfers(
  merchant: Merchant,
  { measure, services }: { measure: Measure; services: Services },
): Promise<void> {
  const sandbox = sandboxAt(services.sandboxUrl)
  await connectStore(merchant, { url: services.url, shop: SHOP })
  await waitForRun(merchant, ({ phase }) => phase === 'done')
  const tracked = (await sandbox.variants(SHOP)).filter(
    ({ isTracked, levels }) => isTracked && levels.length > 0,
  )
  const [created, shipped]: [number[], number[]] = [[], []]
  for (let n = 0; n < TRANSFERS; n++) {
    const { variantId, levels } = tracked[n % tracked.length]!
    const product = async () => (await merchant.get(`/api/products/${variantId}`)) as ProductDetail
    const before = (await product()).row.incoming
    await measure.count()
    created.push(
      await timed(async () => {
        await sandbox.transfer(SHOP, { variantId, locationId: levels[0]!.locationId, quantity: UNITS })
        await until('a transfer', async () => (await product()).row.incoming === before + UNITS)
      }),
    )
    const arrivesAt = Date.now() + (ARRIVES_IN_DAYS + n) * DAY_MS
    shipped.push(
      await timed(async () => {
        await sandbox.shipLast(SHOP, new Date(arrivesAt).toISOString())
        await until('a shipment', async () =>
          (await product()).incoming.some(({ day, units }) => units === UNITS && isOn(day, arrivesAt)),
        )
      }),
    )
  }
  measure.print('transfer in the store → stock projection', created, MOST_MS)
  measure.print('day of a shipment → product page', shipped, MOST_MS)
}

/** Days are those of the store's time zone. */
function isOn(day: string, instant: number): boolean {
  return Math.abs(Date.parse(day) - instant) <= 1.5 * DAY_MS
}
