import { describe, expect, it } from 'vitest'
import { cellText, isEncodedTwice, olderEncoding } from './index.ts'

/** Returns the bytes of a text in an encoding with one or two bytes for each letter. */
function encoded(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding)
  const codes = new Map<string, number[]>()
  for (let code = 0; code < 0x1_00_00; code++) {
    const bytes = code < 0x100 ? [code] : [code >> 8, code & 0xff]
    const letter = decoder.decode(Uint8Array.from(bytes))
    if ([...letter].length === 1 && !codes.has(letter)) codes.set(letter, bytes)
  }
  return Uint8Array.from([...text].flatMap((letter) => codes.get(letter)!))
}

const french = 'Café moulu, Théière bleue, Crème brûlée, Garçon'
const polish = 'Kubek żółty, Łyżka, Świeca zapachowa, Miód'
const german = 'Tasse groß, Löffel, Schüssel blau, Käsereibe'

describe('the encoding of a text that is not Unicode', () => {
  it.each([
    ['windows-1252', french],
    ['windows-1252', german],
    ['windows-1252', 'Jalapeño'],
    ['windows-1252', 'Feijão, Camisões, Calção'],
    ['windows-1252', 'Køkkenøl, Smørkniv, Æblemost'],
    ['windows-1252', 'Caffè, Tè verde, Città'],
    [
      'windows-1252',
      'Crème, Håg Stuhl, Größe 3, Jalapeño, Škoda, Œuvre, 5 µm, Nike™, “Mug”, Men’s, € 3, Ø 12, S–M, m²',
    ],
    ['windows-1252', 'Škoda'],
    ['windows-1252', 'Crème, Théière, Škoda'],
    ['windows-1252', 'Caffè, Tè, Žižek'],
    ['windows-1252', 'ŠKODA'],
    ['macintosh', french],
    ['macintosh', german],
    ['macintosh', 'Taza pequeña, Jabón líquido, Cinturón'],
    ['windows-1250', polish],
    ['windows-1250', 'Hrnek žlutý, Lžíce, Čaj, Hořčice'],
    ['windows-1250', 'Kávéfőző, Bögre, Fűszer, Őrlő'],
    ['iso-8859-2', polish],
    ['windows-1251', 'Кружка синяя, Чайник, Ложка столовая'],
    ['koi8-r', 'Кружка синяя, Чайник, Ложка столовая'],
    ['ibm866', 'Кружка синяя, Чайник, Ложка столовая'],
    ['windows-1253', 'Κούπα μπλε, Βραστήρας'],
    ['windows-1254', 'Kahve fincanı, Çaydanlık, Tabak geniş, Şeker'],
    ['shift_jis', 'マグカップ, やかん 黒, スプーン, 湯のみ'],
    ['euc-kr', '머그컵, 주전자, 숟가락'],
  ])('is detected: %s in %s', (encoding, text) => {
    const bytes = encoded(text, encoding)
    expect(olderEncoding(bytes)).toBe(encoding)
    expect(new TextDecoder(encoding).decode(bytes)).toBe(text)
  })

  it.each([
    ['Chinese', encoded('马克杯, 水壶 黑色, 勺子', 'gbk')],
    ['one word that could be of several languages', encoded('Kubek mały', 'windows-1250')],
    ['one word of an old Mac', encoded('Löffel', 'macintosh')],
    ['a word of an old Mac that could be a name', encoded('Drap éponge', 'macintosh')],
    ['names of two languages', encoded('Café, Crème, Škoda, Žižek', 'windows-1252')],
    ['letters with two meanings in words that begin with them', encoded('Čaj, Čips', 'windows-1250')],
    ['UTF-8 with a few letters that are not', Uint8Array.from([...Buffer.from('Café, Thé, Crème '), 0xe9])],
    ['no text', Uint8Array.from({ length: 300 }, (_, i) => (i * 151) % 256)],
  ])('is not guessed: %s', (_, bytes) => expect(olderEncoding(bytes)).toBeNull())

  it('is detected after a very long run of one character', () => {
    const signs = Uint8Array.from({ length: 200_000 }, () => 0x92)
    expect(olderEncoding(Uint8Array.from([...signs, 0x61, 0xe9]))).toBe('windows-1252')
  })
})

/** Returns the text as it looks in a program that mistakes its UTF-8 for Windows-1252. */
const shownWrongly = (text: string) => new TextDecoder('windows-1252').decode(Buffer.from(text))

describe('a text that was encoded twice', () => {
  it.each([
    'Café',
    'Müller',
    'Men’s',
    'À la carte',
    'Ýmir',
    'Šálek',
    '“Mug” – 5 €',
    'Łyżka',
    'Кружка',
    '湯呑茶',
    'Nike™',
  ])('is read: %s', (text) => expect(cellText(shownWrongly(text))).toBe(text))

  it.each([
    'MAÇÃ VERDE',
    'LÃ\u00a0FINA',
    'CAFÉ’S',
    '„GROß“',
    'EL NIÑ”',
    'Ä, Ö…',
    'Â',
    'Ã',
    'Café',
    '½ l',
    'CafÃ© Zoë',
  ])('is not suspected in %s', (text) => expect(cellText(text)).toBe(text.replace('\u00a0', ' ')))

  it.each([
    ['CafÃ© Zoë', true],
    ['Menâ€™s Zoë', true],
    ['Caf√© Ł', true],
    ['MAÇÃ “VERDE”', false],
    ['Café Zoë', false],
  ])('is reported if it cannot be recovered: %s, %s', (text, isReported) =>
    expect(isEncodedTwice(cellText(text))).toBe(isReported),
  )
})
