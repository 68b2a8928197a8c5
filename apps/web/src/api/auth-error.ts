/** What the auth provider itself refused, in its own words. Anything else that goes wrong is another kind of error. */
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
