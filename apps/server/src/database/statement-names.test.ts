import { describe, expect, it } from 'vitest'
import { nameStatements } from './statement-names.ts'

const text = 'select title from products where merchant_id = $1'

describe('the names of statements', () => {
  it('a statement has a name from the second time on, always the same, and another statement another one', () => {
    const nameOf = nameStatements()
    expect(nameOf(text, [1])).toBeUndefined()
    const name = nameOf(text, [1])
    expect(name).toMatch(/^\w+$/)
    expect(nameOf(text, [2])).toBe(name)
    nameOf(`${text} limit 1`, [1])
    expect(nameOf(`${text} limit 1`, [1])).not.toBe(name)
  })

  it.each([
    ['without parameters', 'commit', []],
    ['with all columns of a table', 'select * from products where merchant_id = $1', [1]],
    ['with all columns of one of its tables', 'select "p".* from products p where merchant_id = $1', [1]],
    ['that returns all columns', 'delete from products where merchant_id = $1 returning *', [1]],
    ['with a long list', text, [Array.from({ length: 1001 }, (_, i) => i)]],
    ['with a long list as text', text, [`{${'1,'.repeat(6000)}1}`]],
  ])('a statement %s has no name', (_, statement, parameters) => {
    const nameOf = nameStatements()
    expect([1, 2, 3].map(() => nameOf(statement, parameters))).toEqual([undefined, undefined, undefined])
  })

  it('a count of rows has a name', () => {
    const nameOf = nameStatements()
    const counted = () => nameOf('select count(*) from products where merchant_id = $1', [1])
    expect([counted(), counted()]).toEqual([undefined, expect.any(String)])
  })

  it('there are 300 names at most, and those that were given stay', () => {
    const nameOf = nameStatements()
    const named = (i: number) => {
      nameOf(`${text} limit ${i}`, [1])
      return nameOf(`${text} limit ${i}`, [1])
    }
    const first = named(0)
    const names = Array.from({ length: 10_000 }, (_, i) => named(i))
    expect(new Set(names.filter((name) => name !== undefined)).size).toBe(300)
    expect(named(0)).toBe(first)
  })
})
