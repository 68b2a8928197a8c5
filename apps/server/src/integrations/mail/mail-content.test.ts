import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeHtml, mailContent } from './mail-content.ts'

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

  it('lets no text become markup', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const escaped = escapeHtml(text)
        expect(escaped).not.toMatch(/[<>"']/)
        expect(escaped.replaceAll(/&(amp|lt|gt|quot|#39);/g, '')).not.toContain('&')
      }),
    )
  })
})
