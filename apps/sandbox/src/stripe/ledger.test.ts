import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Journal } from '../storage/journal.ts'
import { temporaryFolder } from '../testing/open-sandbox.ts'
import { Ledger, type LedgerEntry } from './ledger.ts'

const sale = (number: number) => ({ number: String(number) })

function openLedger(path = join(temporaryFolder(), 'ledger.jsonl')) {
  const changed: string[] = []
  const ledger = new Ledger(new Journal<LedgerEntry>(path), (_kind, id) => changed.push(id))
  return { ledger, changed, path, lines: () => readFileSync(path, 'utf8').split('\n').length - 1 }
}

describe('the ledger', () => {
  it('writes a transaction as one line, and nothing of one that fails', () => {
    const { ledger, path, lines } = openLedger()
    ledger.transaction(() => {
      ledger.put('sale', 'a', sale(1))
      ledger.put('sale', 'b', sale(2))
    })
    expect(lines()).toBe(1)
    const fail = () =>
      ledger.transaction(() => {
        ledger.put('sale', 'a', sale(9))
        ledger.remove('sale', 'b')
        throw new Error('no')
      })
    expect(fail).toThrow('no')
    expect(ledger.all('sale')).toEqual([sale(1), sale(2)])
    expect(openLedger(path).ledger.all('sale')).toEqual([sale(1), sale(2)])
  })

  it('rolls back a failed savepoint and keeps the rest', () => {
    const { ledger, path } = openLedger()
    ledger.transaction(() => {
      ledger.put('sale', 'a', sale(1))
      const fail = () =>
        ledger.savepoint(() => {
          ledger.put('sale', 'a', sale(2))
          ledger.put('sale', 'b', sale(2))
          throw new Error('no')
        })
      expect(fail).toThrow('no')
    })
    expect(openLedger(path).ledger.all('sale')).toEqual([sale(1)])
  })

  it('is written in transactions only', () => {
    const { ledger } = openLedger()
    expect(() => ledger.put('sale', 'a', sale(1))).toThrow(RangeError)
    expect(() => ledger.transaction(() => ledger.transaction(() => 1))).toThrow(RangeError)
  })

  it('does not grow without end: a journal read again holds what is left', () => {
    const { ledger, path, lines } = openLedger()
    for (let count = 0; count < 50; count++) ledger.transaction(() => ledger.put('sale', 'a', sale(count)))
    ledger.transaction(() => ledger.put('sale', 'b', sale(1)))
    ledger.transaction(() => ledger.remove('sale', 'b'))
    expect(lines()).toBe(52)
    const again = openLedger(path)
    expect(again.lines()).toBe(1)
    expect(again.ledger.all('sale')).toEqual([sale(49)])
    expect(again.changed).toEqual(['a'])
  })
})
