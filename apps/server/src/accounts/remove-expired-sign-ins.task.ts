import { defineSchedule } from '../kernel/jobs/task.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { deleteOldDemoStarts } from './auth/demo-queries.ts'
import { deleteExpiredSessions, deleteExpiredVerifications, deleteOldCodes } from './auth/session-queries.ts'
import { sendOpenSweeps } from './deletion/sweep-erased-account.task.ts'
import { deleteExpiredEmailChanges } from './email-change/queries.ts'

/** Removes expired sign-ins every night. Running it once is enough. */
export const removeExpiredSignInsTask = defineSchedule({
  name: 'remove-expired-sign-ins',
  cron: '17 3 * * *',
  retryLimit: 3,
})

export async function removeExpiredSignIns(
  kernel: Pick<Kernel, 'clock' | 'db' | 'log' | 'jobs'>,
): Promise<void> {
  const sessions = await deleteExpiredSessions(kernel.db.directory)
  const links = await deleteExpiredVerifications(kernel.db.directory)
  await deleteExpiredEmailChanges(kernel.db.directory)
  await deleteOldCodes(kernel.db.directory)
  await sendOpenSweeps(kernel)
  await deleteOldDemoStarts(kernel.db.directory)
  kernel.log.info({ sessions, links }, 'expired sign-ins removed')
}
