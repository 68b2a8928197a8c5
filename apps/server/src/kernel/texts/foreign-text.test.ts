import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getLine, getLines, quoted, withoutLinks } from './foreign-text.ts'

describe('a link in the text of somebody else', () => {
  it.each([
    ['See https://evil.example/reset?a=1.', 'See https: evil[.]example/reset?a=1.'],
    ['HTTP://EVIL.EXAMPLE', 'HTTP: EVIL[.]EXAMPLE'],
    ['go to www.evil.co.uk/x', 'go to www[.]evil[.]co[.]uk/x'],
    ['//evil.example', '//evil[.]example'],
    ['http:\\\\evil.example', 'http: evil[.]example'],
    ['http://192.0.2.1/x', 'http: 192.0.2.1/x'],
    ['evil。example and evil．example', 'evil[.]example and evil[.]example'],
    ['пример.рф', 'пример[.]рф'],
    ['a.xn--p1ai', 'a[.]xn--p1ai'],
    ['i❤.ws', 'i❤[.]ws'],
    ['mailto:ann@evil.example', 'mailto: ann@evil[.]example'],
    ['tel:+14155550100', 'tel: +14155550100'],
    ['javascript:alert(1)', 'javascript: alert(1)'],
    ['http://http://evil', 'http: http: evil'],
  ])('%s is shown as %s', (text, shown) => {
    expect(withoutLinks(text)).toBe(shown)
  })

  it.each([
    '4 units at 1,171.00 USD.',
    'by 24.12.2026, e.g. at 8:30',
    'Order data: 5 of 3.5mm',
    'Wait... then call.',
  ])('is not seen in %s', (text) => {
    expect(withoutLinks(text)).toBe(text)
  })

  it('is gone from any text', () => {
    const parts = fc.constantFrom(
      'http',
      's',
      ':',
      '/',
      '\\',
      '.',
      '。',
      'evil',
      'com',
      'www',
      ' ',
      '-',
      '1',
      'mailto',
      '@',
    )
    forAll(fc.array(parts, { maxLength: 14 }), (pieces) => {
      const shown = withoutLinks(pieces.join(''))
      expect(shown).not.toMatch(/[^\s.][.。](?=\p{L}{2})/u)
      expect(shown).not.toMatch(/:[/\\]/)
      expect(shown).not.toMatch(/mailto:\S/)
    })
  })

  it('is looked for in one walk through a text, however it is built', () => {
    for (const piece of ['a', 'a.', 'a:', 'a-', '. ', '://', 'http', '\n', ' ']) {
      const text = piece.repeat(200_000)
      const begun = performance.now()
      withoutLinks(text)
      getLines(text)
      getLine(text, 100)
      expect(performance.now() - begun).toBeLessThan(2000)
    }
  })
})

describe('the text of somebody else', () => {
  it('has no invisible characters, none that reverse others, and no control characters', () => {
    expect(getLine('Ac\u200bme\u202e \r\nBcc: x\u0000', 100)).toBe('Acme Bcc: x')
    expect(getLines('a\r\nb\u2028c\u202e\td\u0007e\n\n\n\n\nf  \n')).toEqual(['a', 'b', 'c d e', '', 'f'])
  })

  it('is shortened by whole characters', () => {
    expect(getLine('👍👍👍👍', 3)).toBe('👍👍…')
  })

  it('cannot end its quotes', () => {
    expect(quoted('A" “B” „C')).toBe("“A' 'B' 'C”")
  })
})
