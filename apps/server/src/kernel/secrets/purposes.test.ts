import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { hashPurposes } from './server-keys.ts'

const SOURCE = path.resolve(import.meta.dirname, '../..')
/**
 * A key that is derived from the secret: its purpose is named here, in a constant of the file, or by the
 * caller.
 */
const DERIVED = /derivedKey\(\s*\w+,\s*(?:'([\w-]+)'|PURPOSE|purpose)\s*\)/g
const CONSTANT = /const PURPOSE = '([\w-]+)'/g

const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(path.join(SOURCE, file), 'utf8'))

describe('the keys derived from the one secret of the environment', () => {
  it('have different purposes, so that what one signs the others refuse', () => {
    const named = sources.flatMap((text) =>
      [...text.matchAll(DERIVED), ...text.matchAll(CONSTANT)].flatMap((match) => match[1] ?? []),
    )
    const purposes = [...named, ...hashPurposes]
    expect(purposes).toContain('act-link')
    expect(purposes).toContain('unsubscribe-link')
    expect(purposes.toSorted()).toEqual([...new Set(purposes)].toSorted())
  })

  it('name their purpose in the way that the test above reads', () => {
    const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
    for (const text of sources) expect(count(text, /(?<!function )derivedKey\(/g)).toBe(count(text, DERIVED))
    expect(sources.filter((text) => /hkdfSync\(/.test(text))).toHaveLength(1)
  })
})
