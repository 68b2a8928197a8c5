import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { createLog } from '../log.ts'

const TEXT = 'typed-by-a-caller'

function thrownBy(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

function databaseError(code: string, message: string) {
  const error = new pg.DatabaseError(message, message.length, 'error')
  return Object.assign(error, {
    code,
    severity: 'ERROR',
    table: 'merchants',
    detail: `Key (email)=(${TEXT})`,
  })
}

/** Returns the line of a log for this failure. */
function getLine(error: unknown): string {
  let written = ''
  const log = createLog('info', 'web', {
    write: (line) => {
      written += line
    },
  })
  log.error({ err: error }, 'request failed')
  return written
}

describe('the log line of a failure', () => {
  it.each<[string, unknown]>([
    ['no JSON', thrownBy(() => JSON.parse(`{"a":${TEXT}}`))],
    ['no web address', thrownBy(() => new URL(TEXT))],
    ['no time zone', thrownBy(() => new Intl.DateTimeFormat('en', { timeZone: TEXT }))],
    ['no object', thrownBy(() => 'a' in (TEXT as never))],
    ['keys that nobody knows', thrownBy(() => z.strictObject({}).parse({ [TEXT]: 1 }))],
    ['bad data', databaseError('22P02', `invalid input syntax for type integer: "${TEXT}"`)],
    ['a value that is taken', databaseError('23505', 'duplicate key value violates unique constraint "x"')],
    ['a provider’s answer', Object.assign(new Error(`550 no such user ${TEXT}`), { code: 'EENVELOPE' })],
    ['no file', Object.assign(new Error(`ENOENT: open '/${TEXT}'`), { code: 'ENOENT', path: TEXT })],
    ['a chain of causes', new AppError('internal', 'Ours.', { cause: new TypeError(TEXT) })],
    ['several at once', new AggregateError([new TypeError(TEXT)], TEXT)],
    ['a message that looks like a stack', new TypeError(`a\n    at ${TEXT}`)],
    ['a text that was thrown', TEXT],
  ])('does not repeat what a caller sent, for %s', (_, error) => {
    expect(getLine(error)).not.toContain(TEXT)
  })

  it('has the type, the place and the code of a failure, and our own sentence and detail', () => {
    const cause = databaseError('42P01', 'relation "merchants" does not exist')
    const { err } = JSON.parse(getLine(new AppError('internal', 'Our sentence.', { detail: 'why', cause })))
    expect(err).toMatchObject({ type: 'AppError', code: 'internal', message: 'Our sentence.', detail: 'why' })
    expect(err.stack).toContain('failure-fields.test.ts')
    expect(err.cause).toMatchObject({
      type: 'error',
      code: '42P01',
      table: 'merchants',
      message: 'relation "merchants" does not exist',
    })
  })

  it('states which connection was refused', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), {
      code: 'ECONNREFUSED',
      syscall: 'connect',
      address: '127.0.0.1',
      port: 1,
    })
    expect(JSON.parse(getLine(refused)).err).toMatchObject({
      code: 'ECONNREFUSED',
      syscall: 'connect',
      address: '127.0.0.1',
      port: 1,
    })
  })
})
