import { saveComparisonFault } from '../webhooks/index.ts'
import { type Check, inShop } from './check.ts'

/** What cannot be compared, by its id at Shopify, such as `Product/12`. */
export interface Fault {
  resource: string
  error: unknown
}

/**
 * Records a resource that cannot be compared, so that the rest of the store is. Each comparison tries it
 * again.
 */
export async function setAside(check: Check, { resource, error }: Fault): Promise<void> {
  const { kernel, merchantId } = check
  const fault = error instanceof Error ? error.message : String(error)
  await inShop(check, async (tx) => {
    await saveComparisonFault(tx, { merchantId, resource, fault, at: kernel.clock.now() })
    await kernel.live.publish(tx, merchantId, { type: 'sync' })
  })
  check.unread.push(resource)
  kernel.log.error(
    { err: error, merchantId, resource },
    'left out of the comparison: it cannot be read or stored',
  )
}

/** Collects nodes of a page that have another shape than expected; `setAside` records them. */
export function collectUnreadable(check: Check) {
  const found: Fault[] = []
  return {
    onUnreadable: (gid: string, error: unknown) => {
      found.push({ resource: withoutScheme(gid), error })
    },
    setAside: async () => {
      for (const fault of found.splice(0)) await setAside(check, fault)
    },
  }
}

export function withoutScheme(gid: string): string {
  return gid.replace(/^gid:\/\/shopify\//, '')
}

/**
 * Compares items together. Halves those that fail in a way that the same items would fail again, until the
 * one at fault is alone and is set aside.
 */
export async function compareInHalves<Item>(
  check: Check,
  items: readonly Item[],
  how: {
    compare: (items: readonly Item[]) => Promise<void>
    isFault: (error: unknown) => boolean
    resourceOf: (item: Item) => string
  },
): Promise<void> {
  try {
    if (items.length > 0) await how.compare(items)
  } catch (error) {
    if (!how.isFault(error)) throw error
    if (items.length === 1) return setAside(check, { resource: how.resourceOf(items[0]!), error })
    const middle = Math.ceil(items.length / 2)
    await compareInHalves(check, items.slice(0, middle), how)
    await compareInHalves(check, items.slice(middle), how)
  }
}
