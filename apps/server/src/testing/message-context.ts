import type { DeliveryContext } from '../alerts/notifications/deliveries/deliver.task.ts'
import type { OutgoingMessage } from '../alerts/notifications/deliveries/senders.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { SendOutcome } from '../providers/send-outcome.ts'

export const TAKEN = {
  kind: 'sent',
  providerId: null,
  reason: 'accepted',
  words: 'Taken',
} as const satisfies SendOutcome

/** Returns what a worker sends messages with; `send` answers for the provider of each channel. */
export function messageContext(
  kernel: Kernel,
  send: (message: OutgoingMessage) => Promise<SendOutcome>,
  more: Partial<DeliveryContext> = {},
): DeliveryContext {
  return {
    ...kernel,
    senders: { slack: send, email: send, sms: send },
    linkActions: async () => [],
    isReadOnly: async () => false,
    onOrderMailEnded: async () => undefined,
    chance: () => 0.5,
    ...more,
  }
}
