import { Problem } from '../../problem.ts'

/** The end of the archive. */
export const LATEST = 'latest'
const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/

/** Returns the time to restore to, as PostgreSQL reads it. */
export function readTarget(text: string): string {
  if (text === LATEST) return LATEST
  const time = text.replace(' ', 'T')
  if (TIME.test(text) && !Number.isNaN(Date.parse(time))) return time
  throw new Problem(
    `"${text}" is not a time: name it with its zone, such as --at 2026-11-22T10:00:00Z, or say --at ${LATEST}.`,
  )
}
