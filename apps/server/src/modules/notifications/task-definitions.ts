import type { ChannelName } from '@stockcast/contract'
import { z } from 'zod'
import { defineTask, type TaskDefinition } from '../../jobs/task.ts'
import { type LaneKey, lanes } from './deliveries/delivery.ts'

const data = z.object({
  merchantId: z.number().int().positive(),
  lane: z.enum(lanes),
})

// Each channel has a queue of its own: while one provider hangs, the messages to the others continue.
const deliver = (name: string) =>
  defineTask({ name, data, one: 'queued-and-running', retryLimit: 20, retryDelaySeconds: 2, concurrency: 4 })

/** Sends what is due on a channel of a merchant, one message after the other. Send with `laneName` as key. */
export const deliverTasks = {
  slack: deliver('deliver-slack'),
  email: deliver('deliver-email'),
  sms: deliver('deliver-sms'),
} as const satisfies Record<ChannelName, unknown>

export function laneName({ merchantId, lane }: Pick<LaneKey, 'merchantId' | 'lane'>): string {
  return `${merchantId}:${lane}`
}

/** Runs every minute, for digests, deferred messages, later tries, and what a crash left behind. */
export const scheduleDeliveries = defineTask({
  name: 'schedule-deliveries',
  data: z.object({}),
  one: 'queued-or-running',
  retryLimit: 1,
})

/** Moves mails that an earlier version queued to the outbox. */
export const adoptMail = defineTask({
  name: 'send-mail',
  data: z.object({ id: z.uuid(), to: z.email(), subject: z.string(), text: z.string(), html: z.string() }),
  retryLimit: 12,
})

export const notificationTaskDefinitions = [
  adoptMail,
  ...Object.values(deliverTasks),
  scheduleDeliveries,
] as unknown as readonly TaskDefinition<object>[]
