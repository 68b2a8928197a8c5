import type { OnUnreadable } from '../../kernel/connector/connector.ts'
import type { StoreThing } from '../../kernel/connector/rows.ts'
import { saveComparisonFault } from '../webhooks/queries.ts'
import { type Check, inShop } from './check.ts'

/** What cannot be compared, and why. */
export interface Fault {
  thing: StoreThing
  error: unknown
}

/**
 * Records a resource that cannot be compared, so that the rest of the store is. Each comparison tries it
 * again.
 */
export async function setAside(check: Check, { thing, error }: Fault): Promise<void> {
  const { kernel, merchantId } = check
  const resource = getResource(thing)
  const fault = error instanceof Error ? error.message : String(error)
  await inShop(check, async (tx) => {
    await saveComparisonFault(tx, { merchantId, resource, fault, at: kernel.clock.now() })
    await kernel.live.publish(tx, merchantId, { type: 'sync' })
  })
  check.unread.push(thing)
  kernel.log.error(
    { err: error, merchantId, resource },
    'left out of the comparison: it cannot be read or stored',
  )
}

/** Returns the name under which a fault is stored, as for webhooks: `product/12`. */
function getResource(thing: StoreThing): string {
  if (thing.kind === 'other') return `other/${thing.name}`
  if (thing.kind !== 'level') return `${thing.kind}/${thing.id}`
  return `level/${thing.itemId ?? 'any'}/${thing.locationId ?? 'any'}`
}

/** Collects what a read reports as unreadable; `setAside` records it. */
export function collectUnreadable(check: Check) {
  const found: Fault[] = []
  const onUnreadable: OnUnreadable = (thing, error) => {
    found.push({ thing, error })
  }
  return {
    onUnreadable,
    setAside: async () => {
      for (const fault of found.splice(0)) await setAside(check, fault)
    },
  }
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
    getThing: (item: Item) => StoreThing
  },
): Promise<void> {
  try {
    if (items.length > 0) await how.compare(items)
  } catch (error) {
    if (!how.isFault(error)) throw error
    if (items.length === 1) return setAside(check, { thing: how.getThing(items[0]!), error })
    const middle = Math.ceil(items.length / 2)
    await compareInHalves(check, items.slice(0, middle), how)
    await compareInHalves(check, items.slice(middle), how)
  }
}
