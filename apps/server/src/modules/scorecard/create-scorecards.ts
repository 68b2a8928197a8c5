import type { Hono } from 'hono'
import type { AppEnv } from '../../http/context.ts'
import { handleTask, type Task, type TaskDefinition } from '../../jobs/task.ts'
import type { Kernel } from '../../kernel.ts'
import { createReplayPool } from './replay-pool.ts'
import { createScorecardRoutes } from './routes.ts'
import { runReplay } from './run-replay.ts'
import { sendDueReplays } from './send-due-replays.ts'
import { replayShop, scheduleReplays } from './task-definitions.ts'

export const scorecardTaskDefinitions: readonly TaskDefinition<object>[] = [
  replayShop as TaskDefinition<object>,
  scheduleReplays as TaskDefinition<object>,
]

export interface Scorecards {
  routes: Hono<AppEnv>
  tasks: readonly Task[]
  /** Checks every ten minutes for scorecards that are due. */
  schedule(): Promise<void>
  /** Called after a merchant's forecasts: the first scorecard comes with the first of them. */
  onForecasted(merchantId: number): Promise<void>
  close(): Promise<void>
}

export function createScorecards(kernel: Kernel): Scorecards {
  const pool = createReplayPool()
  return {
    routes: createScorecardRoutes(kernel),
    tasks: [
      handleTask(replayShop, ({ merchantId }, signal) => runReplay(kernel, pool, { merchantId, signal })),
      handleTask(scheduleReplays, () => sendDueReplays(kernel)),
    ],
    schedule: () => kernel.jobs.schedule(scheduleReplays, '*/10 * * * *', {}),
    onForecasted: (merchantId) => sendDueReplays(kernel, merchantId),
    close: () => pool.close(),
  }
}
