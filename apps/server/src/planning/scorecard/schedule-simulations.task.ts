import { setDueAtLatest } from '../../kernel/due/queries.ts'
import { jobOf, sendDue } from '../../kernel/due/send-due.ts'
import { defineSchedule } from '../../kernel/jobs/task.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { leaseFrom, SIMULATION_LEASE_MS, simulationState } from './due-simulation.ts'
import { simulateShopTask } from './simulate-shop.task.ts'

/** Sends `simulate-shop` to every merchant whose scorecard is due. */
export const scheduleSimulationsTask = defineSchedule({
  name: 'schedule-simulations',
  cron: '*/10 * * * *',
  retryLimit: 2,
})

type SchedulingKernel = Pick<Kernel, 'db' | 'jobs' | 'clock'>

export async function scheduleSimulations(kernel: SchedulingKernel): Promise<void> {
  await sendDue(kernel, {
    kind: 'simulation',
    leaseMs: SIMULATION_LEASE_MS,
    send: (tx, taken) => kernel.jobs.sendAll(simulateShopTask, taken.map(jobOf), { tx }),
  })
}

/** Sends `simulate-shop` at once to a merchant whose scorecard is due, such as after the first forecast. */
export async function sendIfDue(kernel: SchedulingKernel, merchantId: number): Promise<void> {
  await kernel.db.withTenant(merchantId, async (tx) => {
    if ((await simulationState(kernel, tx, merchantId)).kind !== 'due') return
    await setDueAtLatest(tx, { kind: 'simulation', merchantId, dueAt: leaseFrom(kernel) })
    await kernel.jobs.send(simulateShopTask, { merchantId }, { tx })
  })
}
