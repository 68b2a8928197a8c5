import { isBreached, usualForm } from './breached-passwords.ts'

const COMMON =
  'This password is too easy to guess: it is one of the first that attackers try. Choose one that nobody else uses.'
const OWN_ADDRESS = 'Your email address cannot be your password. Choose another one.'
const OWN_NAME =
  'This password is little more than a name that others know: ours, your shop’s or a part of your email address. Choose another one.'
const keyRows = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'yxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
]
/** A longer run or repetition is on no list of common passwords. */
const LONGEST_PATTERN = 16

/** Shorter names are part of many good passwords. */
const SHORTEST_NAME = 3

/**
 * Returns why a new password is not accepted; null when it is. Length is checked elsewhere. `names` are those of the shop
 * and its domain.
 */
export async function passwordFault(
  password: string,
  email?: string,
  names: readonly string[] = [],
): Promise<string | null> {
  const typed = usualForm(password)
  const [localPart] = email?.split('@') ?? []
  if (email !== undefined && [email, localPart].some((own) => own?.toLowerCase() === typed))
    return OWN_ADDRESS
  if (isOwnName(typed, ['stockcast', email ?? '', ...names])) return OWN_NAME
  return isPattern(typed) || (await isBreached(typed)) ? COMMON : null
}

/** Returns whether nothing but digits and signs is left of the text without these names and their words. */
function isOwnName(typed: string, names: readonly string[]): boolean {
  const words = names.flatMap((each) => {
    const name = usualForm(each)
    return [bare(name), ...name.split(/[^\p{L}\p{N}]+/u)]
  })
  const known = words.filter((word) => word.length >= SHORTEST_NAME && /\p{L}/u.test(word))
  const rest = known
    .toSorted((a, b) => b.length - a.length)
    .reduce((text, word) => text.replaceAll(word, ''), bare(typed))
  return rest !== bare(typed) && !/\p{L}/u.test(rest)
}

/** Returns the letters and digits. */
function bare(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '')
}

/**
 * Recognises a short number, such as a date; up to four characters repeated; and a row of the alphabet or
 * keyboard.
 */
function isPattern(typed: string): boolean {
  if (/^\d{1,11}$/.test(typed)) return true
  if (typed.length > LONGEST_PATTERN || !/^[ -~]+$/.test(typed)) return false
  return /^(.{1,4})\1+$/.test(typed) || isRun(typed) || isKeyRow(typed)
}

function isKeyRow(typed: string): boolean {
  const reversed = [...typed].reverse().join('')
  return keyRows.some((row) => row.includes(typed) || row.includes(reversed))
}

function isRun(typed: string): boolean {
  const steps = new Set(Array.from(typed.slice(1), (_, i) => typed.charCodeAt(i + 1) - typed.charCodeAt(i)))
  return steps.size === 1 && (steps.has(1) || steps.has(-1))
}
