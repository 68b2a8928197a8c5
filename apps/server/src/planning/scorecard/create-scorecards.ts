import { handleTask } from '../../kernel/jobs/task.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { createScorecardRoutes } from './routes.ts'
import { scheduleSimulations, scheduleSimulationsTask, sendIfDue } from './schedule-simulations.task.ts'
import { simulateShop, simulateShopTask } from './simulate-shop.task.ts'
import { createSimulationPool } from './simulation-pool.ts'

export function createScorecards(kernel: Kernel) {
  const pool = createSimulationPool()
  return {
    guarded: [createScorecardRoutes(kernel)],
    batch: [
      handleTask(simulateShopTask, (data, signal) => simulateShop(kernel, pool, data, signal)),
      handleTask(scheduleSimulationsTask, () => scheduleSimulations(kernel)),
    ],
    /** Called after a merchant's forecasts: the first scorecard comes with the first of them. */
    onForecasted: (merchantId: number) => sendIfDue(kernel, merchantId),
    catchUp: () => scheduleSimulations(kernel),
    close: () => pool.close(),
  }
}
