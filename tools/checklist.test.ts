import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSources } from './source-files.ts'

const root = path.resolve(import.meta.dirname, '..')
const checklist = readFileSync(path.join(root, 'docs/checklist.md'), 'utf8')
const ids = [...checklist.matchAll(/^\| ([A-Z]-\d{2}b?) \|/gm)].map(([, id = '']) => id)
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm
const sources = [...readSources(root)].map(([file, text]) => [file, text.replace(COMMENT, '')] as const)
/** Tests of the fake providers prove nothing about the product. */
const tests = sources.filter(
  ([file]) => /(\.test\.tsx?|^e2e\/[^/]+\.spec\.ts)$/.test(file) && !/^(apps\/sandbox|tools)\//.test(file),
)

/** Returns the IDs in test titles, which are the first of several arguments. */
function provenIds(code: string): string[] {
  const titles = [...code.matchAll(/\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*?)\1\s*,/g)]
  return titles.flatMap(([, , title = '']) => title.match(/\b[A-Z]-\d{2}b?\b/g) ?? [])
}

describe('the checklist', () => {
  it('has each row once, and each row a test', () => {
    expect(ids).toEqual([...new Set(ids)])
    const proven = new Set([...tests.flatMap(([, code]) => provenIds(code)), 'X-06'])
    expect([...proven].toSorted()).toEqual(ids.toSorted())
  })

  it.each([
    ["it('A-03 refuses', () => {})", ['A-03']],
    ["test('T-04, T-05 run from the page', async ({ page }) => {})", ['T-04', 'T-05']],
    ["it.each([\n  ['a'],\n] as const)(\n  'P-01b %s',\n  () => {})", ['P-01b']],
    ["it('refuses', () => expect(text).toBe('A-03'))", []],
  ])('is proven by the title in %j', (code, found) => {
    expect(provenIds(code)).toEqual(found)
  })

  it.each(['999', '768'])('X-06 has the number %s, which has a meaning, in one place', (number) => {
    const places = sources.filter(
      ([file, code]) =>
        /^(apps\/(web|server)|packages\/contract)\/src\/(?!.*(\.test\.tsx?$|testing\/))/.test(file) &&
        new RegExp(`\\b${number}\\b`).test(code),
    )
    expect(places.map(([file]) => file)).toEqual(['packages/contract/src/constants.ts'])
  })
})
