import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mailContent } from './mail-content.ts'

describe('mailContent', () => {
  const content = mailContent({
    subject: 'Hello\r\nBcc: everybody@example.com',
    paragraphs: ['Fish & <b>chips</b>'],
    link: { label: 'Open "it"', url: 'https://stockcast.example/?a=1&b=2' },
    footnote: 'One hour.',
  })

  it('says the same in text and HTML, with the link in both', () => {
    expect(content.text).toBe(
      'Fish & <b>chips</b>\n\nOpen "it":\nhttps://stockcast.example/?a=1&b=2\n\nOne hour.\n\nStockcast\n',
    )
    expect(content.html).toContain('<p>Fish &amp; &lt;b&gt;chips&lt;/b&gt;</p>')
    expect(content.html).toContain('href="https://stockcast.example/?a=1&amp;b=2"')
    expect(content.html).toContain('Open &quot;it&quot;</a>')
  })

  it('keeps the subject on one line, so that it cannot add a header', () => {
    expect(content.subject).toBe('Hello Bcc: everybody@example.com')
  })

  it('names the shop in text and HTML, without a link to follow', () => {
    const mail = mailContent({ subject: 'Hi', paragraphs: ['Yes.'], shop: 'Bär <b>&\nCo evil.example' })
    expect(mail.text).toBe('Yes.\n\nStockcast for Bär <b>& Co evil[.]example\n')
    expect(mail.html).toContain('for Bär &lt;b&gt;&amp; Co evil[.]example</span>')
  })

  it('has colours of its own for dark mode, and a button whose cell has the colour, as Outlook needs', () => {
    expect(content.html).toContain('<meta name="color-scheme" content="light dark">')
    expect(content.html).toContain('@media (prefers-color-scheme: dark)')
    expect(content.html).toMatch(/<td class="button" bgcolor="#0a6872"[^>]*><a href=/)
    expect(content.html).toContain('role="presentation"')
  })

  it('has only what Outlook supports: tables with colours of their own, and a width in place of a maximum width', () => {
    expect(content.html).not.toMatch(/flex|grid|rgba?\(|margin:[^;"]*auto/)
    const grounds = content.html.match(/<(?:table|td)[^>]*background:[^>]*>/g) ?? []
    expect(grounds.length).toBeGreaterThan(0)
    for (const tag of grounds) expect(tag).toContain('bgcolor="')
    for (const tag of content.html.match(/<table[^>]*>/g) ?? []) expect(tag).toContain('role="presentation"')
    expect(content.html).toMatch(/<!--\[if mso\]><table[^>]* width="600"/)
  })

  it('lets no text become markup', () => {
    forAll(fc.string(), (text) => {
      const items = [{ title: text, url: text, lines: [text], links: [{ label: text, url: text }] }]
      const parts = { paragraphs: [text], items, afterItems: text, link: { label: text, url: text } }
      const tags = (written: string) => written.match(/<[^>]*>/g)?.map((tag) => tag.replace(/"[^"]*"/g, '""'))
      const made = mailContent({ subject: text, ...parts, footnote: text }).html
      const empty = {
        ...parts,
        items: [{ title: '', url: '', lines: [''], links: [{ label: '', url: '' }] }],
      }
      const blank = { ...empty, paragraphs: [''], afterItems: '', link: { label: '', url: '' } }
      expect(tags(made)).toEqual(tags(mailContent({ subject: '', ...blank, footnote: '' }).html))
      expect(made.replaceAll(/&(amp|lt|gt|quot|#39|middot);/g, '')).not.toContain('&')
    })
  })
})
