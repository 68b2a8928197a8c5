import { readFileSync } from 'node:fs'

/** Returns the last message in a service's log as one line; JSON lines are reduced to their message. */
export function lastWords(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const said = lines.findLast((line) => line.startsWith('{') || /error|exception/i.test(line)) ?? lines.at(-1)
  if (!said) return 'its log is empty'
  return said.startsWith('{') ? toMessage(said) : said
}

function toMessage(line: string): string {
  try {
    const entry = JSON.parse(line) as { msg?: string; err?: { message?: string } }
    return entry.err?.message ?? entry.msg ?? line
  } catch {
    return line
  }
}
