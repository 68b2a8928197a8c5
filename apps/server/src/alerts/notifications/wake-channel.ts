import { channelNames, MINUTE_MS, mapChannels } from '@stockcast/contract'
import { z } from 'zod'
import type { Tx } from '../../kernel/database/app-database.ts'
import { clearDue, lockDue, setDue, setDueAtLatest } from '../../kernel/due/queries.ts'
import { sendDue } from '../../kernel/due/send-due.ts'
import { defineTask } from '../../kernel/jobs/task.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { getRecipient, type Lane, type LaneKey, lanes, OWNER } from './delivery.ts'
import { findNextWork } from './delivery-queries.ts'

/** A channel that was woken and did nothing is woken again after this time. */
const LEASE_MS = MINUTE_MS

const data = z.object({
  merchantId: z.number().int().positive(),
  lane: z.enum(lanes),
  recipientId: z.number().int().default(OWNER),
})

/**
 * Sends what is due on a channel of a merchant, one message after the other. Each channel has a queue of its own: while one
 * provider hangs, the messages to the others continue.
 */
export const deliverTasks = mapChannels((channel) =>
  defineTask({
    name: `deliver-${channel}`,
    data,
    one: 'queued',
    lane: ({ lane, recipientId }) => getName(lane, recipientId),
    retryLimit: 20,
    retryDelaySeconds: 2,
    concurrency: 4,
  }),
)

/** Records that there is work on the channel at this time. */
export async function noteWork(tx: Tx, key: LaneKey, dueAt: Date): Promise<void> {
  await setDueAtLatest(tx, { ...getDueKey(key), dueAt })
}

/** Records the work and has a worker process the channel at this time, which is now unless given. */
export async function wakeChannel(
  kernel: Pick<Kernel, 'clock' | 'jobs'>,
  tx: Tx,
  key: LaneKey,
  at = kernel.clock.now(),
): Promise<void> {
  await noteWork(tx, key, at)
  const { merchantId, lane } = key
  const recipientId = getRecipient(key)
  const delayMs = at.getTime() - kernel.clock.now().getTime()
  const delay = delayMs > 0 ? { delaySeconds: Math.ceil(delayMs / 1000) } : {}
  await kernel.jobs.send(deliverTasks[key.channel], { merchantId, lane, recipientId }, { tx, ...delay })
}

/** Records when there is work on the channel again, as its messages and pending notifications say. */
export async function noteNextWork(tx: Tx, key: LaneKey): Promise<void> {
  const due = getDueKey(key)
  await lockDue(tx, due)
  const dueAt = await findNextWork(tx, key)
  if (dueAt === null) await clearDue(tx, due)
  else await setDue(tx, { ...due, dueAt })
}

/** Wakes every channel with work that is due. Repeating it is harmless. */
export async function wakeDueChannels(kernel: Pick<Kernel, 'clock' | 'db' | 'jobs'>): Promise<void> {
  await sendDue(kernel, {
    kind: 'delivery',
    leaseMs: LEASE_MS,
    send: async (tx, taken) => {
      const keys = taken.map(({ merchantId, lane }) => ({ merchantId, ...readLane(lane) }))
      for (const [channel, lanesOf] of Map.groupBy(keys, (each) => each.channel)) {
        const jobs = lanesOf.map(({ merchantId, lane, recipientId }) => ({
          data: { merchantId, lane, recipientId },
        }))
        await kernel.jobs.sendAllNow(deliverTasks[channel], jobs, { tx })
      }
    },
  })
}

/** Returns the key of a due time. Its lane names the channel, the lane on it and, but for the owner's, the recipient: `slack:alerts:7`. */
function getDueKey(key: LaneKey) {
  const { merchantId, channel, lane } = key
  return { kind: 'delivery', merchantId, lane: `${channel}:${getName(lane, getRecipient(key))}` } as const
}

function getName(lane: Lane, recipientId: number): string {
  return recipientId === OWNER ? lane : `${lane}:${recipientId}`
}

function readLane(name: string) {
  const [channel, lane, recipient = OWNER] = name.split(':')
  return {
    channel: z.enum(channelNames).parse(channel),
    lane: z.enum(lanes).parse(lane),
    recipientId: Number(recipient),
  }
}
