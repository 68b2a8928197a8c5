import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inCases } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../testing/open-sandbox.ts'
import { Journal } from './journal.ts'

describe('a journal', () => {
  it('holds after reopening what was appended, in order', () => {
    inCases(25, fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 5 }), (entries) => {
      const path = join(temporaryFolder(), 'entries.jsonl')
      const journal = new Journal<unknown>(path)
      for (const entry of entries) journal.append({ entry })
      const kept = JSON.parse(JSON.stringify(entries.map((entry) => ({ entry }))))
      expect(new Journal<unknown>(path).entries).toEqual(kept)
    })
  })

  it('drops a last line that a crash cut off, and goes on after the one before it', () => {
    const path = join(temporaryFolder(), 'entries.jsonl')
    new Journal(path).append({ number: 1 })
    appendFileSync(path, '{"number":2,"wo')
    const reopened = new Journal<{ number: number }>(path)
    expect(reopened.entries).toEqual([{ number: 1 }])
    reopened.append({ number: 3 })
    expect(new Journal(path).entries).toEqual([{ number: 1 }, { number: 3 }])
  })

  it('drops a whole last object whose line end is missing: it was not yet acknowledged', () => {
    const path = join(temporaryFolder(), 'entries.jsonl')
    new Journal(path).append({ number: 1 })
    appendFileSync(path, '{"number":2}')
    expect(new Journal(path).entries).toEqual([{ number: 1 }])
  })

  it('can be replaced as a whole', () => {
    const path = join(temporaryFolder(), 'entries.jsonl')
    const journal = new Journal<{ number: number }>(path)
    journal.append({ number: 1 })
    journal.replaceWith([{ number: 7 }])
    journal.append({ number: 8 })
    expect(readFileSync(path, 'utf8')).toBe('{"number":7}\n{"number":8}\n')
  })
})
