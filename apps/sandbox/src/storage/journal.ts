import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs'
import { dirname } from 'node:path'
import { writeAtomically } from './write-atomically.ts'

/** An append-only file of JSON lines. A last line cut off by a crash is dropped when the journal is opened. */
export class Journal<Entry> {
  readonly entries: readonly Entry[]
  private readonly path: string

  constructor(path: string) {
    this.path = path
    mkdirSync(dirname(path), { recursive: true })
    this.entries = existsSync(path) ? readEntries<Entry>(path) : []
  }

  append(entry: Entry): void {
    appendFileSync(this.path, `${JSON.stringify(entry)}\n`)
  }

  replaceWith(entries: readonly Entry[]): void {
    writeAtomically(this.path, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
  }
}

function readEntries<Entry>(path: string): Entry[] {
  const bytes = readFileSync(path)
  const end = bytes.lastIndexOf(0x0a) + 1
  if (end < bytes.length) truncateSync(path, end)
  const lines = bytes.toString('utf8', 0, end).split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Entry)
}
