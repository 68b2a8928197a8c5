import type { JsonSchema } from '../kernel/http/reference/schema-rows.ts'

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** Values that are usually invalid. Text of any kind may be valid where text is expected. */
export const badValues: readonly (readonly [string, Json])[] = [
  ['nothing', null],
  ['text', 'seven'],
  ['empty text', ''],
  ['HTML and SQL', "<img src=x onerror=alert(1)>'; drop table merchants; --"],
  ['a formula', '=HYPERLINK("https://evil.example","x")'],
  ['a NUL', 'a\u0000b'],
  ['half a character', 'a\ud800b'],
  ['a long text', 'x'.repeat(20_000)],
  ['a negative number', -1],
  ['a fraction', 1.5],
  ['a number past 32 bits', 3_000_000_000],
  ['a number past 64 bits', 1e300],
  ['a list', [1, 'two', null]],
  ['an object', { $gt: '', __proto: { isAdmin: true } }],
]

/** Returns a body that a JSON schema allows; `given` has the values of properties that must be real. */
export function sampleBody(schema: JsonSchema, given: Readonly<Record<string, Json>>): Json {
  if (schema.const !== undefined) return schema.const as Json
  if (schema.enum) return schema.enum[0] as Json
  const form = schema.oneOf?.[0] ?? schema.anyOf?.[0]
  if (form) return sampleBody(form, given)
  const [type] = [schema.type ?? 'object'].flat()
  if (type === 'array') return [sampleBody(schema.items ?? {}, given)]
  if (type === 'string') return sampleText(schema)
  if (type === 'integer' || type === 'number') return Math.max(1, schema.minimum ?? 1)
  if (type === 'boolean') return true
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, value]) => [
      name,
      given[name] ?? sampleBody(value, given),
    ]),
  )
}

/** Texts for every format that a field of the API requires. */
const texts = [
  '08:00',
  'EUR',
  'en',
  'cs_test_sample',
  '+14155550123',
  '123456',
  '2026-11-01',
  'Europe/Berlin',
  '0'.repeat(64),
]

function sampleText({ format, pattern, minLength = 0 }: JsonSchema): string {
  if (format === 'email') return 'sample@example.com'
  if (format === 'date') return '2026-11-01'
  if (format === 'date-time') return '2026-11-01T00:00:00Z'
  const fits = (text: string) => text.length >= minLength && new RegExp(pattern ?? '', 'u').test(text)
  const fitting = pattern === undefined ? undefined : texts.find(fits)
  return fitting ?? 'sample'.padEnd(minLength, 'x')
}

/** Yields, for every bad value at every place in the body: the place, the value's name, and the body with it. */
export function* spoiled(
  body: Json,
  path: readonly (string | number)[] = [],
): Generator<[string, string, Json]> {
  if (typeof body !== 'object' || body === null) return
  const keys = Array.isArray(body) ? body.keys() : Object.keys(body)
  for (const key of keys) {
    const place = [...path, key]
    for (const [name, value] of badValues) yield [place.join('.'), name, replaced(body, key, value)]
    for (const [inner, name, value] of spoiled((body as Record<string, Json>)[key] ?? null, place)) {
      yield [inner, name, replaced(body, key, value)]
    }
  }
}

function replaced(body: Json[] | { [name: string]: Json }, key: string | number, value: Json): Json {
  if (Array.isArray(body)) return body.map((each, at) => (at === key ? value : each))
  return { ...body, [key]: value }
}
