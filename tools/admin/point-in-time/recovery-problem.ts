import { readFileSync } from 'node:fs'
import path from 'node:path'
import { archivedName } from '../../postgres/wal-archive/commands.ts'
import { Problem } from '../../problem.ts'
import { type Base, restorableSegments } from './base-manifest.ts'

const LAST_TIME = /last completed transaction was at log time ([\d-]+) ([\d:.]+)\+00/g
const BROKEN = /(?:could not restore file|archive file) "([0-9A-F]{24})"/

/** Returns why PostgreSQL did not reach the wanted time, from the log of its recovery; `cause` if for another reason. */
export function recoveryProblem(args: { cause: unknown; logFile: string; base: Base; at: string }): unknown {
  const { cause, logFile, base, at } = args
  const log = readFileSync(logFile, 'utf8')
  const { walFolder } = base.series
  const broken = BROKEN.exec(log)?.[1]
  if (broken !== undefined) {
    return new Problem(
      `The archived WAL ${path.join(walFolder, archivedName(broken))} is damaged: use another copy of it, or name ` +
        `an earlier time with --at.`,
      { cause },
    )
  }
  if (!/recovery ended before configured recovery target was reached|WAL ends before/.test(log)) return cause
  const [, day, time] = [...log.matchAll(LAST_TIME)].at(-1) ?? []
  const last = day === undefined ? base.finishedAt : `${day}T${time}Z`
  const { missing } = restorableSegments(base)
  const reason = missing === undefined ? '' : `${path.join(walFolder, archivedName(missing))} is missing. `
  return new Problem(
    `${reason}The archive reaches to ${last}, not to ${at}: name an earlier time with --at, or \`--at latest\`.`,
    { cause },
  )
}
