import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@stockcast/contract'
import { z } from 'zod'
import { ApiError } from '../../api/api-error.ts'
import { AuthError } from '../../api/auth-error.ts'

export const passwordHint = `Must be at least ${PASSWORD_MIN_LENGTH} characters long`
export const goodPasswordHint = 'A good password has 12 or more characters, such as four unrelated words.'

const email = z.email()

export const checkEmail = (value: string): string | null => {
  if (value.trim() === '') return 'Enter your email.'
  return email.safeParse(value.trim()).success ? null : 'Enter a complete email address, like name@store.com.'
}

export const checkPassword = (value: string): string | null => (value === '' ? 'Enter your password.' : null)

/** */
export const checkNewPassword = (value: string): string | null => {
  if (value === '') return 'Choose a password.'
  if (value.length < PASSWORD_MIN_LENGTH) return passwordHint
  return value.length > PASSWORD_MAX_LENGTH ? `Must be at most ${PASSWORD_MAX_LENGTH} characters long` : null
}

/** Returns what the server found wrong with the new password itself; null for any other failure. */
export const newPasswordFault = (error: unknown): string | null => {
  const isRefused =
    (error instanceof AuthError && error.code === 'PASSWORD_TOO_COMMON') ||
    (error instanceof ApiError && error.field === 'password')
  return isRefused ? error.message : null
}
