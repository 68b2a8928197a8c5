import { Kysely, PostgresDialect } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import type { Tables } from '../../database/tables.ts'
import { checkReadiness } from './check-readiness.ts'

const NAMES = ['db.internal.example', '10.1.2.3', 'stockcast_app', '/var/run/postgresql']
const message = `cannot reach ${NAMES.join(' ')}`

function readiness(failure: unknown) {
  const pool = { connect: () => Promise.reject(failure), end: async () => undefined }
  const directory = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as never }) })
  const warn = vi.fn()
  const kernel = {
    db: { directory },
    log: { warn },
    disk: { look: async () => ({ isLow: false, freeBytes: {} }), minFreeBytes: 0 },
  }
  return { warn, answer: checkReadiness(kernel as never) }
}

describe('the answer about a database that cannot be reached', () => {
  it.each<[string, unknown, string]>([
    ['has a message only', new Error(message), 'does not answer'],
    [
      'has a code',
      Object.assign(new Error(message), { code: 'ECONNREFUSED' }),
      'does not answer: ECONNREFUSED',
    ],
    ['has SQLSTATE', Object.assign(new Error(message), { code: '57P01' }), 'does not answer: 57P01'],
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
})
