import { describe, expect, it } from 'vitest'
import { nameStatements } from './statement-names.ts'

const text = 'select title from products where merchant_id = $1 and product_id = any($2)'
const some = [1, [5, 6]]

describe('the names of statements', () => {
  it('a statement has a name from the second time on, always the same, and another statement another one', () => {
    const nameOf = nameStatements()
    expect(nameOf(text, some)).toBeUndefined()
    const name = nameOf(text, some)
    expect(name).toMatch(/^\w+$/)
    expect(nameOf(text, [2, [7]])).toBe(name)
    nameOf(`${text} limit 1`, some)
    expect(nameOf(`${text} limit 1`, some)).not.toBe(name)
  })

  it.each([
    ['without parameters', 'commit', []],
    ['without a list', 'select count(*) from products where merchant_id = $1', [1]],
    ['with all columns of a table', 'select * from products where merchant_id = $1', some],
    ['with all columns of one of its tables', 'select "p".* from products p where merchant_id = $1', some],
    ['that returns all columns', 'delete from products where merchant_id = $1 returning *', some],
    ['with a long list', text, [1, Array.from({ length: 1001 }, (_, i) => i)]],
    ['with a long list as text', text, [[5], `{${'1,'.repeat(6000)}1}`]],
  ])('a statement %s has no name', (_, statement, parameters) => {
    const nameOf = nameStatements()
    expect([1, 2, 3].map(() => nameOf(statement, parameters))).toEqual([undefined, undefined, undefined])
  })

  it('a count of rows has a name', () => {
    const nameOf = nameStatements()
    const counted = () => nameOf('select count(*) from products where product_id = any($1)', [[5]])
    expect([counted(), counted()]).toEqual([undefined, expect.any(String)])
  })

  it('there are 300 names at most, and those that were given stay', () => {
    const nameOf = nameStatements()
    const named = (i: number) => {
      nameOf(`${text} limit ${i}`, some)
      return nameOf(`${text} limit ${i}`, some)
    }
    const first = named(0)
    const names = Array.from({ length: 10_000 }, (_, i) => named(i))
    expect(new Set(names.filter((name) => name !== undefined)).size).toBe(300)
    expect(named(0)).toBe(first)
  })
})
