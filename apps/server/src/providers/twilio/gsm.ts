// GSM 03.38: one SMS holds 160 of these characters, or 153 when there are several; of others only 70.
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const EXTENDED = new Set('^{}\\[~]|€')
const SPELLED: Readonly<Record<string, string>> = {
  '–': '-',
  '—': '-',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '…': '...',
  '×': 'x',
}

/**
 * Converts the text to GSM characters: unknown accents are removed, and what is still unknown becomes a
 * question mark.
 */
export function toGsm(text: string): string {
  return [...text.replace(/\s+/g, ' ')].map(gsmCharacter).join('')
}

function gsmCharacter(character: string): string {
  if (BASIC.has(character) || EXTENDED.has(character)) return character
  const plain = SPELLED[character] ?? character.normalize('NFKD').replace(/\p{M}/gu, '')
  return [...plain].every((each) => BASIC.has(each)) ? plain : '?'
}

/** Returns the length of a text that `toGsm` made, as SMS count it. */
export function gsmLength(text: string): number {
  return [...text].reduce((sum, character) => sum + (EXTENDED.has(character) ? 2 : 1), 0)
}

/** Cuts the text to the length `most`. */
export function cutGsm(text: string, most: number): string {
  if (gsmLength(text) <= most) return text
  let cut = ''
  for (const character of text) {
    if (gsmLength(`${cut}${character}...`) > most) break
    cut += character
  }
  return `${cut.trimEnd()}...`
}
