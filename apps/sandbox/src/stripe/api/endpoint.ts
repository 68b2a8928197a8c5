import type { z } from 'zod'
import type { Context } from '../context.ts'
import type { Refusal } from '../refusal.ts'

export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE'
  /** With the id as :id, below /v1. */
  path: string
  params: z.ZodObject
  /** Answers with an object, or with a refusal that leaves what was written; a refusal thrown leaves nothing. */
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
