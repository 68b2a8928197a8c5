import { createRoute as describeRoute, OpenAPIHono, type RouteConfig } from '@hono/zod-openapi'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import type { RatedUse } from '../limits/rules.ts'
import { refusalTexts } from '../texts/refusal-texts.ts'
import type { AppEnv } from './context.ts'
import { reasonText, unstorable } from './unstorable.ts'

/**
 * Creates a router that answers bad input with one `invalid_input` that names the field. Modules build their
 * routes on it.
 */
export function createApi(): OpenAPIHono<AppEnv> {
  return new OpenAPIHono<AppEnv>({
    defaultHook: (result) => {
      if (result.success) return assertStorable(result.data)
      const issue = result.error.issues[0]
      const field = issue?.path.join('.') || undefined
      const message = issue ? `${field ?? 'request'}: ${issue.message}` : refusalTexts.unreadable
      throw new AppError('invalid_input', message, field === undefined ? {} : { field })
    },
  })
}

/** What a route counts as: a use by a merchant, or a request that the auth library counts by its network address. */
export type RouteUse = RatedUse | 'by_address'

/** A call that changes something declares its use, by which it is limited; one that only reads may. */
type Limited =
  | { method: 'get'; use?: RouteUse }
  | { method: 'post' | 'put' | 'patch' | 'delete'; use: RouteUse }

/** Declares a call of the API. */
export function createRoute<
  Path extends string,
  Route extends Omit<RouteConfig, 'path' | 'method'> & { path: Path } & Limited,
>(route: Route) {
  const { use, ...described } = route
  return describeRoute<Path, Route>({ ...described, 'x-use': use } as unknown as Route)
}

function assertStorable(data: unknown): void {
  const found = unstorable(data)
  if (found === null) return
  const { field } = found
  throw new AppError('invalid_input', `${field}: ${reasonText(found)}.`, { field })
}

/** Returns the `responses` entry of a JSON answer, for `createRoute`. */
export function jsonAnswer<Schema>(schema: Schema, description: string) {
  return { 200: { description, content: { 'application/json': { schema } } } }
}

/** Returns the `responses` entry of a CSV file, for `createRoute`. */
export function csvAnswer(description: string) {
  return { 200: { description, content: { 'text/csv': { schema: z.string() } } } }
}

/** Returns the `request.body` entry of a JSON body, for `createRoute`. */
export function jsonBody<Schema>(schema: Schema) {
  return { required: true, content: { 'application/json': { schema } } }
}

export type { OpenAPIHono }

export const CSV_TYPE = 'text/csv; charset=utf-8'

/** Returns the body of a file whose text is made part by part. */
export function textStream(parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  return ReadableStream.from(parts).pipeThrough(new TextEncoderStream())
}

/** Returns the headers of an answer that browsers save as a file. */
export function fileHeaders(fileName: string, type: string) {
  return { 'content-type': type, 'content-disposition': `attachment; filename="${fileName}"` }
}
