import { handleTask, type Task } from '../../jobs/task.ts'
import type { Kernel } from '../../kernel.ts'
import { sendOpenSweeps, sweepAccount } from './deletion/sweep-account.ts'
import { deleteExpiredEmailChanges } from './email-change/queries.ts'
import { deleteOldTries } from './limits/try-queries.ts'
import {
  deleteExpiredSessions,
  deleteExpiredVerifications,
  deleteOldCodes,
  deleteOldDemoStarts,
  deleteOldRateLimits,
} from './queries.ts'
import { removeExpiredSignIns, sweepErasedAccount } from './task-definitions.ts'

export function createAccountTasks(kernel: Pick<Kernel, 'clock' | 'db' | 'log' | 'jobs'>): Task[] {
  return [
    handleTask(removeExpiredSignIns, async () => {
      const sessions = await deleteExpiredSessions(kernel.db.directory)
      const links = await deleteExpiredVerifications(kernel.db.directory)
      await deleteExpiredEmailChanges(kernel.db.directory)
      await deleteOldCodes(kernel.db.directory)
      await deleteOldRateLimits(kernel.db.directory)
      await sendOpenSweeps(kernel)
      await deleteOldTries(kernel.db.directory)
      await deleteOldDemoStarts(kernel.db.directory)
      kernel.log.info({ sessions, links }, 'expired sign-ins removed')
    }),
    handleTask(sweepErasedAccount, (erased, signal) => sweepAccount(kernel, erased, { signal })),
  ]
}
