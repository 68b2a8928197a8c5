import { GraphQLError } from 'graphql'

export interface UserError {
  code: string
  field: string[]
  message: string
}

export function refused(code: string, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code } })
}

/** Returns the key of a mutation that is made once; throws the refusal of a call without one. */
export function requireKey(key: string | null | undefined): string {
  if (key?.trim()) return key
  const message = 'The @idempotent directive is required for this mutation but was not provided.'
  throw refused('BAD_REQUEST', message)
}
