import type { z } from 'zod'
import type { Refusal } from '../refusal.ts'
import type { World } from '../world.ts'

export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE'
  /** With the id as :id, below /v1. */
  path: string
  params: z.ZodObject
  /** Answers with an object, or with a refusal that leaves what was written; a refusal thrown leaves nothing. */
  run(world: World, params: never, id: string): object | Refusal
}

export function endpoint<Params extends z.ZodObject>(
  method: Endpoint['method'],
  path: string,
  params: Params,
  run: (world: World, params: z.infer<Params>, id: string) => object | Refusal,
): Endpoint {
  return { method, path, params, run }
}
