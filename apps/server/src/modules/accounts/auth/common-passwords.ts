const COMMON =
  'This password is too easy to guess: it is one of the first that attackers try. Choose one that nobody else uses.'
const OWN_ADDRESS = 'Your email address cannot be your password. Choose another one.'
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

let reading: Promise<ReadonlySet<string>> | undefined

/** Returns why a new password is not accepted; null when it is. Length is checked elsewhere. */
export async function passwordFault(password: string, email?: string): Promise<string | null> {
  const typed = password.normalize('NFKC').toLowerCase()
  const [name] = email?.split('@') ?? []
  if (email !== undefined && [email, name].some((own) => own?.toLowerCase() === typed)) return OWN_ADDRESS
  reading ??= readList()
  return isPattern(typed) || (await reading).has(typed) ? COMMON : null
}

/**
 * Loads some 49,000 passwords when the first check needs them. The list leaves out passwords that follow a
 * pattern (https://github.com/zxcvbn-ts/zxcvbn/tree/master/packages/languages/common).
 */
async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map((each) => each.toLowerCase()))
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
