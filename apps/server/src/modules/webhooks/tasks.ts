import { handleTask, type Task } from '../../jobs/task.ts'
import type { Kernel } from '../../kernel.ts'
import { isConnected } from '../shops/index.ts'
import { applyInbox } from './apply-webhooks.ts'
import { confirmDepartures } from './confirm-departure.ts'
import { keepSubscriptions } from './keep-subscriptions.ts'
import { readChangedThings } from './read-changes.ts'
import { readReportedLevels } from './read-levels.ts'
import {
  applyWebhooks,
  confirmDeparture,
  ensureSubscriptions,
  readChanges,
  readLevels,
} from './task-definitions.ts'

export function createWebhookTasks(kernel: Kernel): Task[] {
  /** Skips work that reads the store when the store is no longer connected. */
  const whileConnected = (run: (merchantId: number, signal: AbortSignal) => Promise<void>) => {
    return async ({ merchantId }: { merchantId: number }, signal: AbortSignal) => {
      const mayAsk = await kernel.db.withTenant(merchantId, (tx) => isConnected(tx, merchantId))
      if (mayAsk) await run(merchantId, signal)
    }
  }
  return [
    handleTask(applyWebhooks, ({ merchantId }, signal) => applyInbox(kernel, merchantId, signal)),
    handleTask(confirmDeparture, ({ merchantId }, signal) => confirmDepartures(kernel, merchantId, signal)),
    handleTask(
      readChanges,
      whileConnected((id, signal) => readChangedThings(kernel, id, signal)),
    ),
    handleTask(
      readLevels,
      whileConnected((id, signal) => readReportedLevels(kernel, id, { signal })),
    ),
    handleTask(
      ensureSubscriptions,
      whileConnected((id) => keepSubscriptions(kernel, id)),
    ),
  ]
}
