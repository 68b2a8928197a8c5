import { handleTask, type Task } from '../../jobs/task.ts'
import type { Kernel } from '../../kernel.ts'
import { refreshOutlooks } from '../projection/index.ts'
import type { ForecastPool } from './forecast-pool.ts'
import { refreshStockOutlooks } from './refresh-outlooks.ts'
import { runForecasts } from './run-forecasts.ts'
import { sendDueForecasts } from './send-due-forecasts.ts'
import { forecastShop, scheduleNight } from './task-definitions.ts'

export type OnForecasted = (merchantId: number) => Promise<void>

export function createForecastTasks(kernel: Kernel, pool: ForecastPool, onForecasted?: OnForecasted): Task[] {
  return [
    handleTask(forecastShop, async ({ merchantId }, signal) => {
      await runForecasts(kernel, pool, { merchantId, signal })
      await onForecasted?.(merchantId)
    }),
    handleTask(refreshOutlooks, ({ variantIds = null, ...rest }) =>
      refreshStockOutlooks(kernel, { ...rest, variantIds }),
    ),
    handleTask(scheduleNight, async () => {
      await sendDueForecasts(kernel)
    }),
  ]
}
