import { type AuthCode, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@stockcast/contract'
import { refusalTexts } from './refusal-texts.ts'

const TAKEN = 'This email is already registered.'
const NOT_TWO_STEP = 'Two-step sign-in is not on.'

/** The library's failures in our sentences; null if whoever refuses says why (checklist ). */
const messages: Record<AuthCode, string | null> = {
  USER_ALREADY_EXISTS: TAKEN,
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: TAKEN,
  FAILED_TO_CREATE_USER: 'The account could not be created. Please try again.',
  INVALID_EMAIL_OR_PASSWORD: 'Invalid email or password.',
  INVALID_EMAIL: refusalTexts.invalidEmail,
  PASSWORD_TOO_SHORT: `Password must be at least ${PASSWORD_MIN_LENGTH} characters long.`,
  PASSWORD_TOO_LONG: `Password must be at most ${PASSWORD_MAX_LENGTH} characters long.`,
  PASSWORD_TOO_COMMON: null,
  INVALID_TOKEN: refusalTexts.staleLink,
  TOKEN_EXPIRED: refusalTexts.staleLink,
  INVALID_PASSWORD: refusalTexts.wrongPassword,
  INVALID_CODE: 'This code is not correct. Enter the one that your app shows now.',
  CODE_USED: 'This code was used before. Sign in again with the next code that your app shows.',
  INVALID_BACKUP_CODE: 'This backup code is not correct, or was used before.',
  INVALID_TWO_FACTOR_COOKIE: 'The time for the second step is over. Please sign in again.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Too many wrong codes. Please sign in again.',
  ACCOUNT_TEMPORARILY_LOCKED: 'Too many wrong codes. Please try again in 15 minutes.',
  TOTP_ALREADY_ENABLED: 'Two-step sign-in is already on.',
  TOTP_NOT_ENABLED: NOT_TWO_STEP,
  TWO_FACTOR_NOT_ENABLED: NOT_TWO_STEP,
}

const byCode: ReadonlyMap<string, string | null> = new Map(Object.entries(messages))

/** Returns our sentence for a code of the library; null if there is none. */
export const authText = (code: string): string | null => byCode.get(code) ?? null
