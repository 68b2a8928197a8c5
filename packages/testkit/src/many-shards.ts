import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'

/** One line of JSON for each statement that touched several shards. */
export const NOTES_FILE = path.join(tmpdir(), 'stockcast-many-shards.jsonl')

interface Note {
  /** The file of the function that ran the statement. */
  place: string
  statement: string
}

/** What Citus says before it runs a statement on several shards, with `citus.multi_task_query_log_level`. */
const SAYING = /multi-task query about to be executed/

const CALLER = /(\/[^():]+\.ts):\d+:\d+\)?$/
/** Files that pass statements on. */
const PASSING =
  /node_modules|^node:|packages\/testkit|database\/(pool|app-database|open-transaction|transaction|limits)\.ts/

/**
 * Records each statement of this process that Citus runs on several shards, with the file that ran it. Statements of the
 * tests themselves are left out.
 */
export function noteManyShards(): void {
  // Each test file sets up once more in the same process.
  if (isNoting) return
  isNoting = true
  Error.stackTraceLimit = FRAMES
  const prototype = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown }
  const query = prototype.query
  prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const place = getPlace(new Error())
    const statement = toText(args[0])
    const isKnown = place !== undefined && statement !== undefined
    sentOn(this).push(isKnown ? { place, statement } : null)
    return Reflect.apply(query, this, args)
  }
}

/** Enough to reach the caller through the query builder. */
const FRAMES = 50
let isNoting = false
/** The statements of each connection that have not ended, in the order in which they were sent and run. */
const sent = new WeakMap<pg.Client, (Note | null)[]>()

function sentOn(client: pg.Client): (Note | null)[] {
  const known = sent.get(client)
  if (known) return known
  const statements: (Note | null)[] = []
  sent.set(client, statements)
  client.on('notice', ({ message }) => {
    const [running] = statements
    if (SAYING.test(message ?? '') && running) note(running)
  })
  // The types of a client leave its connection out.
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter }
  connection.on('readyForQuery', () => statements.shift())
  return statements
}

function note(found: Note): void {
  if (!/\.test\.ts$|\/testing\//.test(found.place)) appendFileSync(NOTES_FILE, `${JSON.stringify(found)}\n`)
}

function getPlace({ stack = '' }: Error): string | undefined {
  const files = stack.split('\n').map((line) => CALLER.exec(line.trim())?.[1])
  return files.find((file) => file !== undefined && !PASSING.test(file))
}

function toText(query: unknown): string | undefined {
  const text = typeof query === 'string' ? query : (query as { text?: unknown } | null)?.text
  return typeof text === 'string' ? text.replace(/\s+/g, ' ').trim() : undefined
}

/** Returns each noted statement of the app once. */
export function listNotes(): Note[] {
  if (!existsSync(NOTES_FILE)) return []
  const lines = new Set(readFileSync(NOTES_FILE, 'utf8').split('\n').filter(Boolean))
  return [...lines].map((line) => JSON.parse(line) as Note)
}
