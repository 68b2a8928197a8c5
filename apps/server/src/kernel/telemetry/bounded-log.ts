import { MINUTE_MS } from '@stockcast/contract'

/** Lines a minute about one subject, and about all of them: at most some 40 MB a day, whatever anybody sends. */
const LINES_OF_SUBJECT = 5
const LINES = 100
const SUBJECTS_TOLD = 20

/**
 * Returns a log for what strangers cause. Lines above the limits are counted instead, and the counts are logged when the
 * minute ends. Subjects must come from a closed set.
 */
export function boundedLog(log: {
  warn(fields: object, words: string): void
}): (subject: string, fields: object, words: string) => void {
  let lines = 0
  const seen = new Map<string, number>()
  const leftOut = new Map<string, number>()
  const endMinute = () => {
    if (leftOut.size > 0) {
      const most = [...leftOut].toSorted(([, a], [, b]) => b - a).slice(0, SUBJECTS_TOLD)
      const all = [...leftOut.values()].reduce((sum, each) => sum + each, 0)
      log.warn({ lines: all, subjects: Object.fromEntries(most) }, 'lines left out of the log')
    }
    lines = 0
    seen.clear()
    leftOut.clear()
  }
  return (subject, fields, words) => {
    if (seen.size === 0) setTimeout(endMinute, MINUTE_MS).unref()
    const ofSubject = (seen.get(subject) ?? 0) + 1
    seen.set(subject, ofSubject)
    if (ofSubject > LINES_OF_SUBJECT || lines >= LINES) {
      leftOut.set(subject, (leftOut.get(subject) ?? 0) + 1)
      return
    }
    lines += 1
    log.warn(fields, words)
  }
}
