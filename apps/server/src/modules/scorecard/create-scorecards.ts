import type { Hono } from 'hono'
import type { AppEnv } from '../../http/context.ts'
import { handleTask, type Task, type TaskDefinition } from '../../jobs/task.ts'
import type { Kernel } from '../../kernel.ts'
import { createScorecardRoutes } from './routes.ts'
import { runSimulation } from './run-simulation.ts'
import { sendDueSimulations } from './send-due-simulations.ts'
import { createSimulationPool } from './simulation-pool.ts'
import { scheduleSimulations, simulateShop } from './task-definitions.ts'

export const scorecardTaskDefinitions: readonly TaskDefinition<object>[] = [
  simulateShop as TaskDefinition<object>,
  scheduleSimulations as TaskDefinition<object>,
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
  const pool = createSimulationPool()
  return {
    routes: createScorecardRoutes(kernel),
    tasks: [
      handleTask(simulateShop, ({ merchantId }, signal) =>
        runSimulation(kernel, pool, { merchantId, signal }),
      ),
      handleTask(scheduleSimulations, () => sendDueSimulations(kernel)),
    ],
    schedule: () => kernel.jobs.schedule(scheduleSimulations, '*/10 * * * *', {}),
    onForecasted: (merchantId) => sendDueSimulations(kernel, merchantId),
    close: () => pool.close(),
  }
}
