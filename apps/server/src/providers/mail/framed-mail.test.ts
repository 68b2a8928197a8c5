import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { framedMail } from './framed-mail.ts'

const stopUrl = 'https://stockcast.example/stop/7.abc.def'
const author = { name: 'Acme Outdoor', email: 'ann@acme.example' }
const of = (parts: Partial<Parameters<typeof framedMail>[0]>) =>
  framedMail({ about: 'Purchase order PO-0007', author, subject: '', text: 'Hello.', stopUrl, ...parts })

/** What an attacker writes to be taken for us. */
const forged = {
  subject: 'Choose a new password',
  text: 'Somebody, probably you, asked for a new password for Stockcast.\n\nChoose a new password:\nhttps://evil.example/reset\n\nStockcast',
}

describe('a mail with the text of a merchant', () => {
  it('begins its subject with our words and the name of the shop, whatever the merchant writes', () => {
    expect(of({}).subject).toBe('Purchase order PO-0007 from “Acme Outdoor”')
    expect(of(forged).subject).toBe('Purchase order PO-0007 from “Acme Outdoor”: Choose a new password')
    expect(of({ author: { ...author, name: 'Stockcast”: evil.example' } }).subject).toBe(
      "Purchase order PO-0007 from “Stockcast': evil[.]example”",
    )
  })

  it('keeps names and subject on one line, short, and without characters that hide or reverse', () => {
    forAll(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const { subject } = of({ author: { ...author, name: text }, subject: text })
      expect(subject).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u)
      expect(subject).toMatch(/^Purchase order PO-0007 from “/)
      expect(subject.length).toBeLessThan(400)
    })
  })

  it('frames the text, names who wrote it and who gets the answer, in plain text and in HTML', () => {
    const { text, html } = of(forged)
    expect(text.split('\n')).toEqual([
      '“Acme Outdoor” has sent you purchase order PO-0007 through Stockcast, an inventory service. The text in the frame is theirs, not ours. Replies go to ann@acme.example.',
      '',
      '-'.repeat(60),
      '| Somebody, probably you, asked for a new password for Stockcast.',
      '|',
      '| Choose a new password:',
      '| https: evil[.]example/reset',
      '|',
      '| Stockcast',
      '-'.repeat(60),
      '',
      'Don’t know the sender, or don’t want these emails? Report and stop them:',
      stopUrl,
      '',
      'Stockcast never asks you for a password in an email like this.',
      '',
    ])
    const [before = '', inside = ''] = html.split('<div dir="auto"')
    expect(before).toContain('through Stockcast')
    expect(inside.slice(0, inside.indexOf('</div>'))).toContain('Written by “Acme Outdoor”:')
    expect(html.match(/href="[^"]*"/g)).toEqual([`href="${stopUrl}"`])
  })

  it('has no line, tag or link outside the frame but ours, whatever the merchant writes', () => {
    const pieces = fc.constantFrom(
      '</div>',
      '<a href="https://evil.example">',
      '\n',
      '\r',
      '\u2028',
      '\u202e',
      '| ',
      '-'.repeat(60),
      'https://evil.example',
      '&lt;',
      'x',
    )
    const tags = (html: string) => html.match(/<[^>]*>/g)?.filter((tag) => !/^<\/?p\b/.test(tag))
    forAll(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const words = parts.join('')
      const made = of({ author: { ...author, name: words }, subject: words, text: words })
      const lines = made.text.split('\n')
      const [first, last] = [lines.indexOf('-'.repeat(60)), lines.lastIndexOf('-'.repeat(60))]
      expect(lines.slice(first + 1, last).every((line) => line.startsWith('|'))).toBe(true)
      expect([first, lines.length - last]).toEqual([2, 7])
      expect(made.text.replace(stopUrl, '')).not.toContain('://')
      expect(tags(made.html)).toEqual(tags(of({}).html))
    })
  })
})
