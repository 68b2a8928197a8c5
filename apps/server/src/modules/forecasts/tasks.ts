import { handleTask, type Task } from '../../jobs/task.ts'
import type { Kernel } from '../../kernel.ts'
import type { ForecastPool } from './forecast-pool.ts'
import { refreshStockOutlooks } from './refresh-outlooks.ts'
import { runForecasts } from './run-forecasts.ts'
import { sendDueForecasts } from './send-due-forecasts.ts'
import { forecastShop, refreshOutlooks, scheduleNight } from './task-definitions.ts'

export function createForecastTasks(kernel: Kernel, pool: ForecastPool): Task[] {
  return [
    handleTask(forecastShop, async ({ merchantId }, signal) => {
      await runForecasts(kernel, pool, { merchantId, signal })
    }),
    handleTask(refreshOutlooks, ({ merchantId, variantIds }) =>
      refreshStockOutlooks(kernel, { merchantId, variantIds: variantIds ?? null }),
    ),
    handleTask(scheduleNight, async () => {
      await sendDueForecasts(kernel)
    }),
  ]
}
