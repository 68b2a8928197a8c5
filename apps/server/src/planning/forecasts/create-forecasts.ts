import type { Api } from '../../kernel/http/api.ts'
import { handleTask, type Task } from '../../kernel/jobs/task.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { forecastShopTask } from '../../store/index.ts'
import type { RefreshProjection } from '../projection/create-projection.ts'
import { createForecastPool } from './forecast-pool.ts'
import { forecastShop } from './forecast-shop.task.ts'
import { createForecastRoutes } from './routes.ts'
import { scheduleNight, scheduleNightTask } from './schedule-night.task.ts'

type OnForecasted = (merchantId: number) => Promise<void>

export interface Forecasts {
  routes: Api
  tasks: readonly Task[]
  /** Queues what became due when the clock was moved. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

/**
 * Creates the module; its routes and tasks share one pool of threads. `refresh` makes new forecasts visible.
 * `onForecasted` is called with a merchant whose whole catalogue was forecast.
 */
export function createForecasts(
  kernel: Kernel,
  refresh: RefreshProjection,
  onForecasted?: OnForecasted,
): Forecasts {
  const pool = createForecastPool(kernel.config.forecastThreads)
  const forecasting = { ...kernel, pool, refresh }
  return {
    routes: createForecastRoutes(forecasting),
    tasks: [
      handleTask(forecastShopTask, async (data, signal) => {
        await forecastShop(forecasting, data, signal)
        await onForecasted?.(data.merchantId)
      }),
      handleTask(scheduleNightTask, () => scheduleNight(kernel)),
    ],
    catchUp: async () => {
      await scheduleNight(kernel)
    },
    close: () => pool.close(),
  }
}
