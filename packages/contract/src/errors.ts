import { z } from 'zod'

/** The closed set of error codes. */
export const errorCodes = [
  'not_found',
  'unauthenticated',
  'forbidden',
  'conflict',
  'invalid_input',
  'precondition_failed',
  'subscription_ended',
  'limit_exceeded',
  'upstream_failed',
  'unavailable',
  'internal',
] as const
export type ErrorCode = (typeof errorCodes)[number]

/**
 * Body of every 4xx and 5xx answer. `field` names the invalid input; `message` is a sentence for a person.
 */
export const errorBodySchema = z.object({
  error: z.object({
    code: z.enum(errorCodes),
    message: z.string(),
    field: z.string().optional(),
  }),
})
export type ErrorBody = z.infer<typeof errorBodySchema>
