import { handleTask } from '../../kernel/jobs/task.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { forecastShopTask } from '../../store/index.ts'
import type { RefreshProjection } from '../projection/create-projection.ts'
import { createForecastPool } from './forecast-pool.ts'
import { forecastShop } from './forecast-shop.task.ts'
import { createForecastRoutes } from './routes.ts'
import { scheduleNight, scheduleNightTask } from './schedule-night.task.ts'

type OnForecasted = (merchantId: number) => Promise<void>

export type Forecasts = ReturnType<typeof createForecasts>

/**
 * Creates the module; its routes and tasks share one pool of threads. `refresh` makes new forecasts visible. `onForecasted` is
 * called each time the whole catalogue of a merchant was forecast.
 */
export function createForecasts(kernel: Kernel, refresh: RefreshProjection, onForecasted?: OnForecasted) {
  const pool = createForecastPool(kernel.config.forecastThreads)
  const forecasting = { ...kernel, pool, refresh }
  return {
    guarded: [createForecastRoutes(forecasting)],
    batch: [
      handleTask(forecastShopTask, async (data, signal) => {
        await forecastShop(forecasting, data, signal)
        await onForecasted?.(data.merchantId)
      }),
      handleTask(scheduleNightTask, () => scheduleNight(kernel)),
    ],
    catchUp: () => scheduleNight(kernel),
    close: () => pool.close(),
  }
}
