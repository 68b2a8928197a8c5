import type { Api } from '../../kernel/http/api.ts'
import { handleTask, type Task } from '../../kernel/jobs/task.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { createScorecardRoutes } from './routes.ts'
import { scheduleSimulations, scheduleSimulationsTask, sendIfDue } from './schedule-simulations.task.ts'
import { simulateShop, simulateShopTask } from './simulate-shop.task.ts'
import { createSimulationPool } from './simulation-pool.ts'

export interface Scorecards {
  routes: Api
  tasks: readonly Task[]
  /** Called after a merchant's forecasts: the first scorecard comes with the first of them. */
  onForecasted(merchantId: number): Promise<void>
  /** Queues what became due when the clock was moved. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

export function createScorecards(kernel: Kernel): Scorecards {
  const pool = createSimulationPool()
  return {
    routes: createScorecardRoutes(kernel),
    tasks: [
      handleTask(simulateShopTask, (data, signal) => simulateShop(kernel, pool, data, signal)),
      handleTask(scheduleSimulationsTask, () => scheduleSimulations(kernel)),
    ],
    onForecasted: (merchantId) => sendIfDue(kernel, merchantId),
    catchUp: () => scheduleSimulations(kernel),
    close: () => pool.close(),
  }
}
