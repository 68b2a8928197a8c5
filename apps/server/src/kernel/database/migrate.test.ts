import { expect, it } from 'vitest'
import { splitStatements } from './migrate.ts'

it('a statement ends at each semicolon, and the last one ends without it', () => {
  expect(splitStatements('select 1;\n\nselect 2 ; select 3')).toEqual(['select 1', 'select 2', 'select 3'])
})

it.each([
  ['a text', "select ';', 'it''s; here'"],
  ['a name in quotes', 'select 1 as "a;b"'],
  ['the body of a function', "do $$ begin perform 1; raise notice 'no'; end $$"],
  ['a body with a tag', 'do $body$ begin perform $$;$$; end $body$'],
  ['a comment of a line', "select 1 -- one; it's\n, 2"],
  ['a comment between signs', 'select 1 /* one;\ntwo */, 2'],
])('a statement stays whole if %s has a semicolon', (_, statement) => {
  expect(splitStatements(`${statement};\nselect 2;`)).toEqual([statement, 'select 2'])
})

it('statements that are empty or only a comment are left out', () => {
  expect(splitStatements('-- Narrows 0001_x.sql.\n;\n /* none */ ; \n')).toEqual([])
})
