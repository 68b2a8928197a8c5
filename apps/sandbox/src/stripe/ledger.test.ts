import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Journal } from '../storage/journal.ts'
import { temporaryFolder } from '../testing/open-sandbox.ts'
import { Ledger, type LedgerEntry } from './ledger.ts'

function openLedger(path = join(temporaryFolder(), 'ledger.jsonl')) {
  const changed: string[] = []
  const ledger = new Ledger(new Journal<LedgerEntry>(path), (_kind, id) => changed.push(id))
  return { ledger, changed, path, lines: () => readFileSync(path, 'utf8').split('\n').length - 1 }
}

describe('the ledger', () => {
  it('writes a transaction as one line, and nothing of one that fails', () => {
    const { ledger, path, lines } = openLedger()
    ledger.transaction(() => {
      ledger.put('reminder', 'a', 1)
      ledger.put('reminder', 'b', 2)
    })
    expect(lines()).toBe(1)
    const fail = () =>
      ledger.transaction(() => {
        ledger.put('reminder', 'a', 9)
        ledger.remove('reminder', 'b')
        throw new Error('no')
      })
    expect(fail).toThrow('no')
    expect(ledger.all('reminder')).toEqual([1, 2])
    expect(openLedger(path).ledger.all('reminder')).toEqual([1, 2])
  })

  it('rolls back a failed savepoint and keeps the rest', () => {
    const { ledger, path } = openLedger()
    ledger.transaction(() => {
      ledger.put('reminder', 'a', 1)
      const fail = () =>
        ledger.savepoint(() => {
          ledger.put('reminder', 'a', 2)
          ledger.put('reminder', 'b', 2)
          throw new Error('no')
        })
      expect(fail).toThrow('no')
    })
    expect(openLedger(path).ledger.all('reminder')).toEqual([1])
  })

  it('is written in transactions only', () => {
    const { ledger } = openLedger()
    expect(() => ledger.put('reminder', 'a', 1)).toThrow(RangeError)
    expect(() => ledger.transaction(() => ledger.transaction(() => 1))).toThrow(RangeError)
  })

  it('does not grow without end: a journal read again holds what is left', () => {
    const { ledger, path, lines } = openLedger()
    for (let count = 0; count < 50; count++) ledger.transaction(() => ledger.put('reminder', 'a', count))
    ledger.transaction(() => ledger.put('reminder', 'b', 1))
    ledger.transaction(() => ledger.remove('reminder', 'b'))
    expect(lines()).toBe(52)
    const again = openLedger(path)
    expect(again.lines()).toBe(1)
    expect(again.ledger.all('reminder')).toEqual([49])
    expect(again.changed).toEqual(['a'])
  })
})
