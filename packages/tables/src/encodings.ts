const lettersOf = (letters: string) => new RegExp(`^[${letters}]*$`, 'u')
const western = [
  'àâæçéèêëîïôœùûüÿ',
  'äöüßéàè',
  'àèéìíîòóùú',
  'áéíóúüñçàèòï',
  'áâãàçéêíóôõúü',
  'éëïóöüèáêç',
  'æøåéäö',
  'åäöéü',
  'áæéíðóöúýþ',
].map(lettersOf)
const central = [
  'ąćęłńóśźż',
  'áčďéěíňóřšťúůýž',
  'áäčďéíĺľňóôŕšťúýž',
  'áéíóöőúüű',
  'čćđšž',
  'ăâîşţșț',
  'äöüß',
].map(lettersOf)
const russian = [lettersOf('а-яё')]
const japanese = [lettersOf('\u3041-\u30ff\u4e00-\u9fff々')]
/** Letters of foreign names. */
const alsoKnown = lettersOf('šž')
const OF_NAME = /[šž]/i
/** A word that on an old Mac would begin with a small ä. */
const NAME_ALONE = /^Š\p{Ll}/u
/**
 * The letters of each language beyond A to Z, by the encodings other than Unicode in which the language is written, the most
 * common one first.
 */
const languages = {
  'windows-1252': western,
  macintosh: western,
  'windows-1250': central,
  'iso-8859-2': central,
  'windows-1251': [...russian, lettersOf('а-щьюяєіїґ'), lettersOf('а-шђјљњћџ')],
  'koi8-r': russian,
  ibm866: russian,
  'windows-1253': [lettersOf('α-ωάέήίόύώϊϋ')],
  'windows-1254': [lettersOf('çğıöşüâîû')],
  'windows-1255': [lettersOf('א-ת')],
  'windows-1256': [lettersOf('ء-ي')],
  shift_jis: japanese,
  'euc-jp': japanese,
  'euc-kr': [lettersOf('가-힣')],
} satisfies Record<string, readonly RegExp[]>
export type OlderEncoding = keyof typeof languages
const olderEncodings = Object.keys(languages) as OlderEncoding[]

/** A longer run counts as several words, so that the work on one word is bounded. */
const WORD = /[^\s!-/:-@[-`{-~]{1,60}/g
/** Punctuation and symbols that occur around words in every language. */
const AROUND_WORDS = /^[’‘“”„«»‹›–—•…\d]+|[’‘“”„«»‹›–—•…\d™®©°]+$/gu
/** Text that says nothing about the language: a single symbol, such as € or °, or a word of plain letters with an apostrophe. */
const NO_WORD = /^(?:[\p{ASCII}’‘“”„«»‹›–—•…€£¥¢§©®™°²³½¼¾×±µªº\u00a0]*|.)$/u
const OTHER_SCRIPT = String.raw`[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Hangul}]`
/** Patterns that show that a word was decoded in the wrong encoding. */
const MISREAD = new RegExp(
  [
    // A capital, a symbol or a dash inside a word, and a control character.
    String.raw`\p{Ll}\p{Lu}`,
    String.raw`\p{L}(?:[^\p{L}\p{M}\p{N}’‘–—·•]|[¹²³¼½¾])\p{L}`,
    String.raw`\p{Ll}[–—]\p{Ll}`,
    String.raw`\p{Cc}|\ufffd`,
    // Letters of two scripts side by side, and letters where their language has none.
    `[A-Za-z]${OTHER_SCRIPT}|${OTHER_SCRIPT}[A-Za-z]`,
    String.raw`õ(?!e)|þ$|ς\p{L}|È\p{Ll}`,
  ].join('|'),
  'u',
)
const KANA = /[\u3041-\u30ff]/g
/** Fewer words may fit several encodings by chance. */
const LEAST_WORDS = 2
/** Share of the words that must fit a language; some names are always foreign. */
const MOST = 0.95
const MOST_WORDS = 2000

/**
 * Returns the encoding of bytes that are not Unicode: the one in which the words belong to one language. Null if several are possible,
 * or none.
 */
export function olderEncoding(bytes: Uint8Array): OlderEncoding | null {
  if (isMixed(bytes)) return null
  const read = olderEncodings.map((encoding) => ({ encoding, ...readIn(encoding, bytes) }))
  const usual = read[0]!
  const best = Math.max(...read.map(({ likelihood }) => likelihood))
  if (best === 0) return null
  if (usual.likelihood === best) return usual.encoding
  const [first, ...others] = read.filter(({ likelihood }) => likelihood === best)
  if (others.some(({ text }) => text !== first!.text)) return null
  if (first!.text === usual.text) return usual.encoding
  if (usual.isOneButNames) return null
  return first!.words < LEAST_WORDS ? null : first!.encoding
}

/** Returns whether most letters beyond ASCII are valid UTF-8, although some bytes are not. */
function isMixed(bytes: Uint8Array): boolean {
  const beyondAscii = new TextDecoder().decode(bytes).match(/[^\p{ASCII}]/gu) ?? []
  return beyondAscii.filter((character) => character !== '\ufffd').length > beyondAscii.length / 2
}

/** Rates a decoding: 2 if its words fit one language, 1 if they fit several, 0 if none. */
function readIn(
  encoding: OlderEncoding,
  bytes: Uint8Array,
): { text: string; words: number; likelihood: number; isOneButNames: boolean } {
  const text = new TextDecoder(encoding).decode(bytes)
  const distinct = new Set((text.match(WORD) ?? []).map((word) => word.replaceAll(AROUND_WORDS, '')))
  const words = [...distinct].filter((word) => MISREAD.test(word) || !NO_WORD.test(word)).slice(0, MOST_WORDS)
  const letters = words.map((word) =>
    MISREAD.test(word) ? null : word.toLowerCase().replaceAll(/[\p{ASCII}’‘–—·•µªº]/gu, ''),
  )
  const share = (isOf: (word: string) => boolean, among = letters) =>
    among.filter((word) => word !== null && isOf(word)).length / Math.max(1, among.length)
  const all: readonly RegExp[] = languages[encoding]
  const fits = (among: typeof letters) => all.some((of) => share((word) => of.test(word), among) >= MOST)
  const names = words.filter((word) => OF_NAME.test(word))
  const isOneButNames =
    names.length < words.length && fits(letters.filter((word) => word === null || !OF_NAME.test(word)))
  const hasOneName =
    names.length === 1 && (isOneButNames || (words.length === 1 && NAME_ALONE.test(names[0]!)))
  const isOne = words.length === 0 || fits(letters) || (all === western && hasOneName)
  const isSeveral = isOne || share((word) => [...all, alsoKnown].some((of) => of.test(word))) >= MOST
  if (!isSeveral || !suits(encoding, text, words))
    return { text, words: words.length, likelihood: 0, isOneButNames }
  return { text, words: words.length, likelihood: isOne ? 2 : 1, isOneButNames }
}

/** Returns whether a text has the letters that every text in its language has. */
function suits(encoding: OlderEncoding, text: string, words: readonly string[]): boolean {
  if (languages[encoding] === japanese) return (text.match(KANA)?.length ?? 0) * 5 >= words.join('').length
  if (encoding !== 'windows-1253') return true
  return words.filter((word) => /[άέήίόύώ]/i.test(word)).length * 2 >= words.length
}

/** The bytes of the characters that Windows-1252 has in place of control characters. */
const WESTERN_BYTES = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 32 }, (_, i) => 0x80 + i))].map(
    (letter, i) => [letter, 0x80 + i],
  ),
)
/** The first two bytes of a letter in UTF-8, each shown as a Western letter. */
const TWO_BYTES = /[\u00c2-\u00f4][\u0080-\u009f\u00a1-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/
const LATIN_TEXT = /^[\p{ASCII}\u00a0-\u017f\u2010-\u203a€™]*$/u
const OTHER_LETTERS =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Han}]{3}/u
/** Remains of letters that were encoded twice, next to letters that were not. */
const TWICE = /Ã[¡-º¼-¿Ÿ\u00ad]|â€|√©/

/**
 * Returns the text of UTF-8 that a program took for Windows-1252 and encoded again, such as `CafÃ©`; returns any other text
 * unchanged.
 */
export function decodedOnce(text: string): string {
  if (!TWO_BYTES.test(text)) return text
  const bytes = [...text].map((letter) => WESTERN_BYTES.get(letter) ?? letter.codePointAt(0)!)
  if (bytes.some((byte) => byte > 0xff)) return text
  const read = new TextDecoder().decode(Uint8Array.from(bytes))
  return LATIN_TEXT.test(read) || (OTHER_LETTERS.test(read) && !read.includes('\ufffd')) ? read : text
}

/** Returns whether a text has letters that were encoded twice, and cannot be read. */
export const isEncodedTwice = (text: string): boolean => TWICE.test(text)
