/** A refusal by the auth provider, in its own words. Any other failure is another kind of error. */
export class AuthError extends Error {
  override readonly name = 'AuthError'
  readonly code: string | undefined
  readonly status: number

  constructor(failure: { code: string | undefined; message: string; status: number }) {
    super(failure.message)
    this.code = failure.code
    this.status = failure.status
  }
}
