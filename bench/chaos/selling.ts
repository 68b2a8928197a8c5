import { compareStore } from '../launch/compare-store.ts'
import { insist, print } from '../launch/figures.ts'
import type { Store } from '../launch/merchant.ts'
import { untilQuiet } from '../launch/quiet.ts'
import type { Services } from '../launch/services.ts'

/** Doubled and shuffled, but not lost: what is delivered must arrive without a comparison. */
const DELIVERY = { duplicateRatio: 0.2, dropRatio: 0, shuffleWindow: 50 }
const EVENTS = 40

export async function selling(services: Services, store: Store) {
  const { sandbox } = services
  const { merchant, merchantId, shop } = store
  await sandbox.setDelivery(shop, DELIVERY)
  let seed = 0
  return {
    name: 'bursts of webhooks',
    doOne: async () => {
      await insist(() => sandbox.burst(shop, EVENTS, ++seed))
      if (seed % 3 === 0)
        await merchant
          .post('/functions/forecast-stockout', { merchant_id: merchantId })
          .catch(() => undefined)
    },
    judge: async () => {
      await untilQuiet(services, store)
      const { rows, faults } = await compareStore(services, store)
      print('rows in the store', JSON.stringify(rows))
      return faults
    },
  }
}
