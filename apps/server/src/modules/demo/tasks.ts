import { z } from 'zod'
import { defineTask, handleTask, type Task } from '../../jobs/task.ts'
import type { Kernel } from '../../kernel.ts'
import { type Accounts, listVisitors } from '../accounts/index.ts'
import { seedDemo } from './seed-demo.ts'

/** Every night: what visitors left behind goes, and the sample of those still here ends yesterday again. */
export const renewDemos = defineTask({
  name: 'renew-demos',
  data: z.object({}),
  one: 'queued-or-running',
  retryLimit: 3,
})

export function createDemoTasks(kernel: Kernel, accounts: Pick<Accounts, 'erase'>): Task[] {
  return [
    handleTask(renewDemos, async () => {
      const visitors = await listVisitors(kernel.db.directory)
      const [left, here] = [
        visitors.filter((each) => !each.hasSession),
        visitors.filter((each) => each.hasSession),
      ]
      for (const { userId } of left) await accounts.erase({ id: userId })
      for (const { merchantId } of here) await renew(kernel, merchantId)
      kernel.log.info({ deleted: left.length, renewed: here.length }, 'demos renewed')
    }),
  ]
}

/** A visitor who imported their own products keeps them. */
async function renew(kernel: Kernel, merchantId: number): Promise<void> {
  await seedDemo(kernel, merchantId).catch((error) => {
    kernel.log.warn({ err: error, merchantId }, 'demo not renewed')
  })
}
