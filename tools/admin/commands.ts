import { backupCommand } from './backup/backup-command.ts'
import { drillCommand } from './backup/drill-command.ts'
import { restoreCommand } from './backup/restore-command.ts'
import type { Command } from './command.ts'
import { distributeCommand } from './distribute-command.ts'
import { doctorCommand } from './doctor/doctor-command.ts'
import { envCommand } from './env-command.ts'
import { jobsCommand } from './jobs-command.ts'
import { merchantCommand } from './merchant-command.ts'
import { rotateSecretCommand } from './rotate-secret.ts'

export const commands: Readonly<Record<string, Command>> = {
  doctor: doctorCommand,
  backup: backupCommand,
  restore: restoreCommand,
  drill: drillCommand,
  distribute: distributeCommand,
  'rotate-secret': rotateSecretCommand,
  jobs: jobsCommand,
  merchant: merchantCommand,
  env: envCommand,
}
