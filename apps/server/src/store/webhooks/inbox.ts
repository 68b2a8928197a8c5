import type { Tx } from '../../kernel/database/app-database.ts'
import { isNodeUnavailable } from '../../kernel/database/unavailable.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { currentOrigin, currentTrace } from '../../kernel/telemetry/operation.ts'
import { applyWebhooksTask } from './apply-webhooks.task.ts'
import { confirmDepartureTask } from './confirm-departure.task.ts'
import { type Delivery, findOpenWork, storeDeliveries, type TracedDelivery } from './queries.ts'
import { readChangesTask } from './read-changes.task.ts'
import { readLevelsTask } from './read-levels.task.ts'
import { isDeparture } from './webhook-state.ts'

/** Deliveries that one call stores, in few hundredths of a second; a body can have a thousand order lines. */
const MAX_PER_CALL = 200

export interface Inbox {
  /** Resolves when the delivery is stored and the work that it causes is queued. */
  store(delivery: Delivery): Promise<void>
}

export function createInbox(kernel: Pick<Kernel, 'clock' | 'db' | 'jobs'>): Inbox {
  const storeAll = gather<TracedDelivery, number[]>(
    { most: MAX_PER_CALL, getOwner: ({ shop }) => shop },
    (deliveries) => storeDeliveries(kernel.db.directory, deliveries, kernel.clock.now()),
  )
  const queueAll = gather<Work, void>(
    { most: MAX_PER_CALL, getOwner: ({ merchantIds }) => merchantIds[0] },
    (asked) => kernel.jobs.sendAll(applyWebhooksTask, [...getJobs(asked).values()]),
  )
  return {
    store: async (delivery) => {
      const merchantIds = await storeAll({ ...delivery, trace: currentTrace() })
      if (merchantIds.length > 0) await queueAll({ merchantIds, origin: currentOrigin() })
    },
  }
}

interface Work {
  merchantIds: readonly number[]
  origin: string | undefined
}

/** Returns one job per merchant. Of deliveries that came together, the first one is what causes it. */
function getJobs(asked: readonly Work[]) {
  const jobs = new Map<number, { data: { merchantId: number }; origin: string | undefined }>()
  for (const { merchantIds, origin } of asked) {
    for (const merchantId of merchantIds) {
      if (!jobs.has(merchantId)) jobs.set(merchantId, { data: { merchantId }, origin })
    }
  }
  return jobs
}

interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Returns a function that collects all items that arrive while a call is running into the next call: at most `most` of them,
 * one of each owner in turn, so that no owner waits for all items of another. This keeps the number of calls small at any rate
 * of arrival, and adds no wait when little arrives. All who share a call share its result. When one node of a cluster is lost,
 * each item is tried alone, so that only those fail that need it.
 */
export function gather<Item, Result>(
  { most, getOwner }: { most: number; getOwner: (item: Item) => unknown },
  call: (items: readonly Item[]) => Promise<Result>,
): (item: Item) => Promise<Result> {
  // A map keeps its order: the owner whose turn was last is the last one.
  const queues = new Map<unknown, Waiting<Item, Result>[]>()
  let isCalling = false

  const takeNext = (): Waiting<Item, Result>[] => {
    const batch: Waiting<Item, Result>[] = []
    while (batch.length < most) {
      const [next] = queues
      if (!next) break
      const [owner, waiting] = next
      const first = waiting.shift()
      queues.delete(owner)
      if (waiting.length > 0) queues.set(owner, waiting)
      if (first) batch.push(first)
    }
    return batch
  }

  const callAlone = ({ item, resolve, reject }: Waiting<Item, Result>): Promise<void> =>
    call([item]).then(resolve, reject)

  const callAll = async (): Promise<void> => {
    isCalling = true
    for (let batch = takeNext(); batch.length > 0; batch = takeNext()) {
      try {
        const result = await call(batch.map((each) => each.item))
        for (const { resolve } of batch) resolve(result)
      } catch (error) {
        if (batch.length > 1 && isNodeUnavailable(error)) for (const each of batch) await callAlone(each)
        else for (const { reject } of batch) reject(error)
      }
    }
    isCalling = false
  }
  return (item) =>
    new Promise((resolve, reject) => {
      const owner = getOwner(item)
      const queue = queues.get(owner)
      if (queue) queue.push({ item, resolve, reject })
      else queues.set(owner, [{ item, resolve, reject }])
      if (!isCalling) void callAll()
    })
}

/**
 * Queues the work that the inbox still needs: after an outage, or a time without access, nothing else may
 * queue it.
 */
export async function resumeInbox(kernel: Pick<Kernel, 'jobs'>, tx: Tx, merchantId: number): Promise<void> {
  const { isWaiting, unreadKinds } = await findOpenWork(tx, merchantId)
  const options = { tx }
  if (isWaiting) await kernel.jobs.send(applyWebhooksTask, { merchantId }, options)
  if (unreadKinds.includes('level')) await kernel.jobs.send(readLevelsTask, { merchantId }, options)
  if (unreadKinds.some((kind) => kind !== 'level' && !isDeparture(kind)))
    await kernel.jobs.send(readChangesTask, { merchantId }, options)
  if (unreadKinds.some(isDeparture)) await kernel.jobs.send(confirmDepartureTask, { merchantId }, options)
}

/**
 * Queues departures that the store has yet to confirm, for a shop that is not read otherwise. Returns whether
 * there are any.
 */
export async function resumeDepartures(
  kernel: Pick<Kernel, 'jobs'>,
  tx: Tx,
  merchantId: number,
): Promise<boolean> {
  const { unreadKinds } = await findOpenWork(tx, merchantId)
  if (!unreadKinds.some(isDeparture)) return false
  await kernel.jobs.send(confirmDepartureTask, { merchantId }, { tx })
  return true
}
