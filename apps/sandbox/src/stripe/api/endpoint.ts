import { z } from 'zod'
import type { Context } from '../context.ts'
import type { Refusal } from '../refusal.ts'

export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE'
  /** With the id as :id, below /v1. */
  path: string
  params: z.ZodObject
  /** Returns an object, or a refusal that keeps what was written; a refusal that is thrown keeps nothing. */
  run(context: Context, params: never, id: string): object | Refusal
}

export function endpoint<Params extends z.ZodObject>(
  method: Endpoint['method'],
  path: string,
  params: Params,
  run: (context: Context, params: z.infer<Params>, id: string) => object | Refusal,
): Endpoint {
  return { method, path, params, run }
}

// Forms carry text only; an empty one clears the field where that is allowed.

export const text = z.string().min(1).max(5000)
export const wholeNumber = z
  .string()
  .regex(/^-?\d{1,15}$/)
  .transform(Number)
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
export const expand = z.array(text).max(20).default([])
export const limit = wholeNumber.pipe(z.number().min(1).max(100)).default(10)
export const metadata = z.record(z.string().max(40), z.string().max(500)).default({})
/** The only thing on sale, once. */
export const items = z
  .array(z.strictObject({ price: text, quantity: z.literal('1').optional() }))
  .min(1)
  .max(1)
