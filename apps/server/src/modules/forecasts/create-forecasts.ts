import type { Hono } from 'hono'
import type { AppEnv } from '../../http/context.ts'
import type { Task, TaskDefinition } from '../../jobs/task.ts'
import type { Kernel } from '../../kernel.ts'
import type { RefreshProjection } from '../projection/index.ts'
import { createForecastPool } from './forecast-pool.ts'
import { createForecastRoutes } from './routes.ts'
import { sendDueForecasts } from './send-due-forecasts.ts'
import { forecastShop, scheduleNight } from './task-definitions.ts'
import { createForecastTasks, type OnForecasted } from './tasks.ts'

export const forecastTaskDefinitions: readonly TaskDefinition<object>[] = [forecastShop, scheduleNight]

export interface Forecasts {
  routes: Hono<AppEnv>
  tasks: readonly Task[]
  /** Queues forecasts for shops whose day has changed. Runs every half hour. */
  schedule(): Promise<void>
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
    tasks: createForecastTasks(forecasting, onForecasted),
    schedule: () => kernel.jobs.schedule(scheduleNight, '*/30 * * * *', {}),
    catchUp: async () => {
      await sendDueForecasts(kernel)
    },
    close: () => pool.close(),
  }
}
