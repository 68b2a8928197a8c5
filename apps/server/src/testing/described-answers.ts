import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { ApiDocument } from '../kernel/http/reference/describe-api.ts'

type Schema = Record<string, unknown>
interface Described {
  method: string
  pattern: RegExp
  /** Fewer parameters are the better match: `/api/products/export.csv` is not a variant. */
  parameters: number
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete']

/**
 * Sign-in returns credentials to the person who signs in, and the description itself names such fields of
 * requests.
 */
const mayNameSecrets = /^\/api\/(auth\/|openapi\.json$)/

/**
 * Compares answers with the API's own description: throws for a body that its schema does not allow, for a
 * field that it does not name, for success at an unknown address, and for anything that looks like a secret.
 */
export function describedAnswers(document: ApiDocument) {
  const operations = getOperations(document)
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }))
  const compiled = new Map<Schema, ValidateFunction>()
  const getValidator = (schema: Schema): ValidateFunction => {
    const known = compiled.get(schema)
    if (known) return known
    const made = ajv.compile(closed(resolved(schema, schemas)) as Schema)
    compiled.set(schema, made)
    return made
  }
  return async (method: string, path: string, answer: Response): Promise<void> => {
    if (!/^\/(api|functions)\//.test(path)) return
    const where = `${method} ${path} answered ${answer.status}`
    const operation = operations.find((each) => each.method === method && each.pattern.test(path))
    if (!operation) {
      if (answer.status < 400) throw new Error(`${where}, but is not described`)
      return
    }
    const { content } = operation.responses[answer.status] ?? operation.responses.default ?? {}
    const type = (answer.headers.get('content-type') ?? '').split(';')[0] ?? ''
    const described = content?.[type]
    if (!described)
      throw new Error(`${where} with ${type}, but only ${Object.keys(content ?? {})} is described`)
    if (type !== 'application/json') return
    const text = await answer.clone().text()
    if (!mayNameSecrets.test(path)) assertNoSecret(where, text)
    if (!described.schema) return
    const validate = getValidator(described.schema)
    if (!validate(JSON.parse(text))) throw new Error(`${where}: ${ajv.errorsText(validate.errors)}`)
  }
}

function getOperations(document: ApiDocument): Described[] {
  return Object.entries(document.paths ?? {})
    .flatMap(([path, item]) =>
      METHODS.flatMap((method) => {
        const operation = item[method as 'get']
        if (!operation) return []
        const pattern = path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')
        return [
          {
            method: method.toUpperCase(),
            pattern: new RegExp(`^${pattern}$`),
            parameters: path.split('{').length - 1,
            responses: operation.responses as Described['responses'],
          },
        ]
      }),
    )
    .toSorted((a, b) => a.parameters - b.parameters)
}

function assertNoSecret(where: string, text: string): void {
  const found = secretIn(text) ?? secretFields(JSON.parse(text))[0]
  if (found) throw new Error(`${where} with what looks like a secret: ${found}`)
}

function resolved(schema: Schema, schemas: Record<string, Schema>): Schema {
  const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined
  return (name === undefined ? schema : schemas[name]) ?? schema
}

/**
 * Returns the same schema, in which an object has no other fields than those named, unless it says so itself.
 */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]))
  if ('properties' in copy && !('additionalProperties' in copy) && !('allOf' in copy)) {
    return { ...copy, additionalProperties: false }
  }
  return copy
}

/** Patterns of credentials for a provider or an account, whatever the field is called. */
const secretValues = [
  /\bshp(at|ca|pa|rt|ss|tka)_\w{8,}/,
  /\b(sk|rk)_(test|live)_\w+/,
  /\bwhsec_\w+/,
  /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/,
  /hooks\.slack\.com\/services\/\w+\/\w+\/\w+/,
  /\$(argon2\w*|2[aby]|scrypt)\$/,
  /-----BEGIN/,
]

/** Names of fields that would contain a credential. */
const secretNames = /token|secret|password|passwd|credential|private_?key|api_?key|hmac|nonce|ciphertext/i

/** Returns the first text that looks like a secret, or null. */
function secretIn(text: string): string | null {
  for (const pattern of secretValues) {
    const found = pattern.exec(text)
    if (found) return found[0]
  }
  return null
}

/**
 * Returns every field of a JSON schema, or of a JSON value, whose name says that it holds a secret, except
 * booleans.
 */
export function secretFields(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const place = path === '' ? name : `${path}.${name}`
    return [...(secretNames.test(name) && !isYesOrNo(inner) ? [place] : []), ...secretFields(inner, place)]
  })
}

function isYesOrNo(value: unknown): boolean {
  if (typeof value === 'boolean') return true
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'boolean'
}
