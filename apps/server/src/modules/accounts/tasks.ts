import { z } from 'zod'
import { defineTask, handleTask, type Task } from '../../jobs/task.ts'
import type { Kernel } from '../../kernel.ts'
import { deleteExpiredSessions, deleteExpiredVerifications } from './queries.ts'

/** Every night; once is enough, whoever asks. */
export const removeExpiredSignIns = defineTask({
  name: 'remove-expired-sign-ins',
  data: z.object({}),
  one: 'queued-or-running',
  retryLimit: 3,
})

export function createAccountTasks(kernel: Pick<Kernel, 'db' | 'log'>): Task[] {
  return [
    handleTask(removeExpiredSignIns, async () => {
      const sessions = await deleteExpiredSessions(kernel.db.directory)
      const links = await deleteExpiredVerifications(kernel.db.directory)
      kernel.log.info({ sessions, links }, 'expired sign-ins removed')
    }),
  ]
}
