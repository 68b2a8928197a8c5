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

/** Why a store could not be connected, for the reasons that have a title of their own on screen (checklist S-06). */
export const refusals = ['incorrect_domain', 'invalid_store'] as const
export type Refusal = (typeof refusals)[number]

/**
 * Body of every 4xx and 5xx answer. `field` names the invalid input; `message` is a sentence for a person. Programs decide
 * by `code` and `refusal`, never by the sentence.
 */
export const errorBodySchema = z.object({
  error: z.object({
    code: z.enum(errorCodes),
    message: z.string(),
    field: z.string().optional(),
    refusal: z.enum(refusals).optional(),
  }),
})
export type ErrorBody = z.infer<typeof errorBodySchema>
