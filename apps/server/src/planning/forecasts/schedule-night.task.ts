import { sendDue } from '../../kernel/due/send-due.ts'
import { defineSchedule } from '../../kernel/jobs/task.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { FORECAST_LEASE_MS, forecastShopTask } from '../../store/index.ts'

/** Queues `forecast-shop` for every merchant whose forecast is due, such as when a new calendar day began. */
export const scheduleNightTask = defineSchedule({
  name: 'schedule-night',
  cron: '*/10 * * * *',
  retryLimit: 2,
})

/** Returns how many forecasts it queued. While storage is low, nothing is queued until a later call. */
export async function scheduleNight(kernel: Pick<Kernel, 'clock' | 'db' | 'disk' | 'jobs'>): Promise<number> {
  if ((await kernel.disk.look()).isLow) return 0
  return sendDue(kernel, {
    kind: 'forecast',
    leaseMs: FORECAST_LEASE_MS,
    send: (tx, taken) =>
      kernel.jobs.sendAll(
        forecastShopTask,
        taken.map(({ merchantId }) => ({
          data: { merchantId, isScheduled: true },
        })),
        { tx },
      ),
  })
}
