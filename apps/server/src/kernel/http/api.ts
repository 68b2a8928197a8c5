import { createRoute, OpenAPIHono, type RouteConfig } from '@hono/zod-openapi'
import type { Endpoint, FileFormat } from '@stockcast/contract'
import type { Context } from 'hono'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { refusalTexts } from '../texts/refusal-texts.ts'
import type { AppEnv } from './context.ts'
import { reasonText, unstorable } from './unstorable.ts'

/** What the handler of an endpoint is given: the request, and what it reads, checked. */
export type Call<E extends Endpoint> = { c: Context<AppEnv> } & Checked<E, 'params'> &
  Checked<E, 'query'> &
  Checked<E, 'body'>
type Checked<E extends Endpoint, Part extends keyof Endpoint> = E[Part] extends z.ZodType
  ? Record<Part, Output<E, Part>>
  : unknown
export type Output<E extends Endpoint, Part extends keyof Endpoint> = E[Part] extends z.ZodType
  ? z.output<E[Part]>
  : unknown

/** What the handler of an endpoint returns; for a stream, the response itself. */
export type Answer<E extends Endpoint> = E['answer'] extends z.ZodType
  ? z.input<E['answer']>
  : E['file'] extends FileFormat
    ? FileAnswer
    : Response

interface FileAnswer {
  /** The name by which browsers save it. */
  fileName: string
  /** All of it, or its text part by part. */
  content: string | Uint8Array<ArrayBuffer> | ReadableStream | AsyncGenerator<string>
}

/** A router whose endpoints are those of the contract. Bad input gets one `invalid_input` that names the field. */
export class Api extends OpenAPIHono<AppEnv> {
  readonly endpoints: Endpoint[] = []

  constructor() {
    super({
      defaultHook: (result) => {
        if (result.success) return assertStorable(result.data)
        const issue = result.error.issues[0]
        const field = issue?.path.join('.') || undefined
        const message = issue ? `${field ?? 'request'}: ${issue.message}` : refusalTexts.unreadable
        throw new AppError('invalid_input', message, field === undefined ? {} : { field })
      },
    })
  }

  /** Answers an endpoint with what the handler returns. */
  serve<E extends Endpoint>(endpoint: E, handler: (call: Call<E>) => Answer<E> | Promise<Answer<E>>): this {
    this.endpoints.push(endpoint)
    this.openapi(createRoute(getDescription(endpoint)), async (c: Context) => {
      const checked = (part: 'param' | 'query' | 'json') => c.req.valid(part as never)
      const answer: unknown = await handler({
        c,
        ...(endpoint.params && { params: checked('param') }),
        ...(endpoint.query && { query: checked('query') }),
        ...(isJson(endpoint.body) && { body: checked('json') }),
      } as Call<E>)
      if (endpoint.stream) return answer as Response
      return endpoint.file ? fileResponse(endpoint.file, answer as FileAnswer) : c.json(answer)
    })
    return this
  }
}

const formats: Record<FileFormat, { type: string; schema: z.ZodType }> = {
  csv: { type: 'text/csv', schema: z.string() },
  json: { type: 'application/json', schema: z.looseObject({}) },
  pdf: { type: 'application/pdf', schema: z.any() },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', schema: z.any() },
  zip: { type: 'application/zip', schema: z.string() },
}

/** Returns an answer that browsers save as a file. */
export function fileResponse(format: FileFormat, { fileName, content }: FileAnswer): Response {
  const { type } = formats[format]
  const headers = {
    'content-type': format === 'csv' ? `${type}; charset=utf-8` : type,
    'content-disposition': `attachment; filename="${fileName}"`,
  }
  const isInParts = typeof content === 'object' && 'next' in content
  return new Response(
    isInParts ? ReadableStream.from(content).pipeThrough(new TextEncoderStream()) : content,
    { headers },
  )
}

/** Returns an endpoint as the library checks and describes it. */
function getDescription(endpoint: Endpoint): RouteConfig {
  const { method, path, use, summary, description, params, query, body, answer, file, stream } = endpoint
  const content = file
    ? { [formats[file].type]: { schema: formats[file].schema } }
    : { [stream ? 'text/event-stream' : 'application/json']: { schema: answer ?? stream } }
  return {
    method: method.toLowerCase(),
    path,
    summary,
    request: { params, query, ...(isJson(body) && { body: jsonBody(body) }) },
    responses: { 200: { description, content } },
    'x-use': use,
  } as RouteConfig
}

function isJson(body: Endpoint['body']): body is z.ZodType {
  return body !== undefined && body !== 'file'
}

export function createApi(): Api {
  return new Api()
}

function assertStorable(data: unknown): void {
  const found = unstorable(data)
  if (found === null) return
  const { field } = found
  throw new AppError('invalid_input', `${field}: ${reasonText(found)}.`, { field })
}

/** Returns the `responses` entry of a JSON answer. */
export function jsonAnswer<Schema>(schema: Schema, description: string) {
  return { 200: { description, content: { 'application/json': { schema } } } }
}

/** Returns the `request.body` entry of a JSON body. */
export function jsonBody<Schema>(schema: Schema) {
  return { required: true, content: { 'application/json': { schema } } }
}
