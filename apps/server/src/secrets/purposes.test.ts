import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const SOURCE = path.resolve(import.meta.dirname, '..')
const DERIVED = /hkdfSync\(\s*'sha256',\s*\w+,\s*'stockcast',\s*(?:'([\w-]+)'|purpose),\s*32,?\s*\)/g
const NAMED = /keyedHash\(\s*[\w.]+,\s*\{\s*purpose:\s*'([\w-]+)'/g

const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(path.join(SOURCE, file), 'utf8'))

describe('keys made of the one secret of the environment', () => {
  it('each has a purpose that no other one has, so that what one signs the others refuse', () => {
    const purposes = sources.flatMap((text) =>
      [...text.matchAll(DERIVED), ...text.matchAll(NAMED)].flatMap((match) => match[1] ?? []),
    )
    expect(purposes).toContain('act-link')
    expect(purposes).toContain('unsubscribe-link')
    expect(purposes.toSorted()).toEqual([...new Set(purposes)].toSorted())
  })

  it('every derivation and every hash by the secret names its purpose in the way that the test above reads', () => {
    const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
    for (const text of sources) {
      expect(count(text, /hkdfSync\(/g)).toBe(count(text, DERIVED))
      expect(count(text, /(?<!function )keyedHash\(/g)).toBe(count(text, NAMED))
    }
  })
})
