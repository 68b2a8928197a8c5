import type { Hono } from 'hono'
import type { AppEnv } from '../../http/context.ts'
import type { Task, TaskDefinition } from '../../jobs/task.ts'
import type { Kernel } from '../../kernel.ts'
import { refreshOutlooks } from '../projection/index.ts'
import { createForecastPool } from './forecast-pool.ts'
import { createForecastRoutes } from './routes.ts'
import { sendDueForecasts } from './send-due-forecasts.ts'
import { forecastShop, scheduleNight } from './task-definitions.ts'
import { createForecastTasks, type OnForecasted } from './tasks.ts'

export const forecastTaskDefinitions: readonly TaskDefinition<object>[] = [
  forecastShop,
  refreshOutlooks,
  scheduleNight,
]

export interface Forecasts {
  routes: Hono<AppEnv>
  tasks: readonly Task[]
  /** Looks every half hour for shops whose day has changed. */
  schedule(): Promise<void>
  /** Sends what became due when the clock was moved. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

/** Routes and tasks share one pool of threads. `onForecasted`: what a merchant's new forecasts set in motion. */
export function createForecasts(kernel: Kernel, onForecasted?: OnForecasted): Forecasts {
  const pool = createForecastPool(kernel.config.forecastThreads)
  return {
    routes: createForecastRoutes(kernel, pool),
    tasks: createForecastTasks(kernel, pool, onForecasted),
    schedule: () => kernel.jobs.schedule(scheduleNight, '*/30 * * * *', {}),
    catchUp: async () => {
      await sendDueForecasts(kernel)
    },
    close: () => pool.close(),
  }
}
