import { type AuthCode, authCodes } from '@stockcast/contract'
import { z } from 'zod'

const codeSchema = z.enum([...authCodes, 'other']).catch('other')

/** A refusal by the auth provider, in its own words. Any other failure is another kind of error. */
export class AuthError extends Error {
  override readonly name = 'AuthError'
  readonly code: AuthCode | 'other'
  readonly status: number

  constructor(failure: { code?: string | undefined; message: string; status: number }) {
    super(failure.message)
    this.code = codeSchema.parse(failure.code)
    this.status = failure.status
  }
}
