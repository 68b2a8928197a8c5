import { Kysely, PostgresDialect } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import type { Tables } from '../database/tables.ts'
import { checkReadiness } from './check-readiness.ts'

const NAMES = ['db.internal.example', '10.1.2.3', 'stockcast_app', '/var/run/postgresql']
const message = `cannot reach ${NAMES.join(' ')}`

function readiness(failure: unknown, deadlineMs?: number) {
  const connect = () =>
    failure === 'silence' ? new Promise<never>(() => undefined) : Promise.reject(failure)
  const pool = { connect, end: async () => undefined }
  const directory = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as never }) })
  const warn = vi.fn()
  const kernel = {
    db: { directory },
    log: { warn },
    disk: { look: async () => ({ isLow: false, freeBytes: {} }), minFreeBytes: 0 },
    jobs: { silentMs: () => null },
  }
  return { warn, answer: checkReadiness(kernel as never, deadlineMs) }
}

describe('the answer about a database that cannot be reached', () => {
  it.each<[string, unknown, string]>([
    ['has a message only', new Error(message), 'does not answer'],
    [
      'has a code',
      Object.assign(new Error(message), { code: 'ECONNREFUSED' }),
      'does not answer: ECONNREFUSED',
    ],
    ['has an SQLSTATE', Object.assign(new Error(message), { code: '57P01' }), 'does not answer: 57P01'],
    ['has a code that is a text', Object.assign(new Error('no'), { code: message }), 'does not answer'],
    ['is not an error', message, 'does not answer'],
    ['has several causes', new AggregateError([new Error(message)], message), 'does not answer'],
  ])('names no host, user or path when the failure %s', async (_what, failure, expected) => {
    const { answer, warn } = readiness(failure)
    const { isReady, checks } = await answer
    expect([isReady, checks.database]).toEqual([false, expected])
    for (const name of NAMES) expect(JSON.stringify(checks)).not.toContain(name)
    expect(warn).toHaveBeenCalledWith({ err: failure }, 'not ready')
  })

  it('comes in time when the database stays silent', async () => {
    const { isReady, checks } = await readiness('silence', 20).answer
    expect([isReady, checks.database]).toEqual([false, 'does not answer: TIMEOUT'])
  })
})
