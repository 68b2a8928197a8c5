import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sameSitePath } from './redirect-path.ts'

describe('sameSitePath:', () => {
  it.each([
    ['/products', '/products'],
    ['/settings?tab=account', '/settings?tab=account'],
    ['/products/12#sales', '/products/12#sales'],
    ['/a/../alerts', '/alerts'],
  ])('A-01 %s stays on this site', (wanted, path) => {
    expect(sameSitePath(wanted)).toBe(path)
  })

  it.each([
    [undefined],
    [''],
    ['//evil.example'],
    ['/\\evil.example'],
    ['\\\\evil.example'],
    ['/\t/evil.example'],
    ['/\n/evil.example'],
    ['https:evil.example'],
    ['https://evil.example/'],
    ['javascript:alert(1)'],
    ['products'],
    [' //evil.example'],
    ['/a\\..\\..//evil.example'],
    ['/a/..//evil.example'],
    ['/.//evil.example'],
  ])('A-01 %j is refused', (wanted) => {
    expect(sameSitePath(wanted)).toBeNull()
  })

  it('A-01 for any input, a browser stays on this site', () => {
    forAll(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.string().map((rest) => `/${rest}`),
      ),
      (wanted) => {
        const path = sameSitePath(wanted)
        if (path === null) return
        expect(new URL(path, 'https://stockcast.test').origin).toBe('https://stockcast.test')
      },
    )
  })
})
