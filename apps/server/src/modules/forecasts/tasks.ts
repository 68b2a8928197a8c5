import { handleTask, type Task } from '../../jobs/task.ts'
import type { ForecastKernel } from './forecast-kernel.ts'
import { runForecasts } from './run-forecasts.ts'
import { sendDueForecasts } from './send-due-forecasts.ts'
import { forecastShop, scheduleNight } from './task-definitions.ts'

export type OnForecasted = (merchantId: number) => Promise<void>

export function createForecastTasks(kernel: ForecastKernel, onForecasted?: OnForecasted): Task[] {
  return [
    handleTask(forecastShop, async ({ merchantId }, signal) => {
      await runForecasts(kernel, { merchantId, signal })
      await onForecasted?.(merchantId)
    }),
    handleTask(scheduleNight, async () => {
      await sendDueForecasts(kernel)
    }),
  ]
}
