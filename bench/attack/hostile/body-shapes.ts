import { deflateSync, gzipSync } from 'node:zlib'
import type { JsonSchema } from '../../../apps/server/src/kernel/http/reference/schema-rows.ts'
import { type Json, sampleBody } from '../../../apps/server/src/testing/bad-values.ts'
import { sum } from '../../launch/figures.ts'

export interface BodyShape {
  name: string
  type: string
  headers?: Record<string, string>
  /** Returns the body in pieces, of at most `bytes`. Several pieces are sent chunked, without a length. */
  make(bytes: number, schema: JsonSchema): (string | Buffer)[]
}

const MAX_UNPACKED = 3_000_000
const PROTOTYPE_KEYS = ['__proto__', 'constructor', 'prototype', 'toString']

type Make = (bytes: number, schema: JsonSchema) => string | Buffer

export const raw = (
  name: string,
  type: string,
  make: Make,
  headers: Record<string, string> = {},
): BodyShape => ({ name, type, headers, make: (bytes, schema) => [make(bytes, schema)] })
const json = (name: string, make: Make, headers = {}) => raw(name, 'application/json', make, headers)

/** Returns a packed body that unpacks to more than a request may have. */
const grows = (encoding: string, pack: (bytes: Buffer) => Buffer): BodyShape => {
  const make = (bytes: number) => pack(Buffer.alloc(Math.min(bytes * 100, MAX_UNPACKED)))
  return json(`a ${encoding} that grows`, make, { 'content-encoding': encoding })
}

/** Returns a body with the same text in every field that accepts text. */
const texts = (name: string, make: (bytes: number) => string): BodyShape =>
  json(name, (bytes, schema) => {
    const sample = sampleBody(schema, {})
    return JSON.stringify(replaced(sample, make(Math.max(1, Math.floor(bytes / leaves(sample))))))
  })

/** Returns a body with the same entry in every list, as often as fits. */
const lists = (name: string, entry: string): BodyShape =>
  json(name, (bytes, schema) => {
    const names = fields(schema, 'rows')
    const each = bytes / Math.max(1, names.length) / (entry.length + 1)
    return inEvery(names, `[${`${entry},`.repeat(each).slice(0, -1)}]`)
  })

const fields = ({ properties, oneOf }: JsonSchema, otherwise: string): string[] =>
  Object.keys(properties ?? oneOf?.[0]?.properties ?? { [otherwise]: {} })

const inEvery = (names: readonly string[], value: string) =>
  `{${names.map((name) => `${JSON.stringify(name)}:${value}`).join(',')}}`

const object = (bytes: number, member: (n: number) => string): string => {
  const members: string[] = []
  for (let size = 2, n = 0; size < bytes; n++) {
    const next = member(n)
    size += next.length + 1
    members.push(next)
  }
  return `{${members.join(',')}}`
}

export const bodyShapes: readonly BodyShape[] = [
  json('lists in lists', (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2)),
  json('lists in lists without an end', (bytes) => '['.repeat(bytes)),
  json('objects in objects', (bytes) => `${'{"a":'.repeat(bytes / 6)}1${'}'.repeat(bytes / 6)}`),
  json('lists in lists in every field', (bytes, schema) => {
    const names = fields(schema, 'a')
    const depth = bytes / (names.length + 1) / 2
    return inEvery(names, '['.repeat(depth) + ']'.repeat(depth))
  }),
  json('many keys', (bytes) => object(bytes, (n) => `"k${n}":${n}`)),
  json('one key many times', (bytes) => object(bytes, () => '"email":1')),
  json('one long key', (bytes) => `{"${'k'.repeat(bytes)}":1}`),
  json('prototype keys', (bytes) => object(bytes, (n) => `"${PROTOTYPE_KEYS[n % 4]}":{"isAdmin":true}`)),
  json('1e400', (_, schema) =>
    JSON.stringify(replaced(sampleBody(schema, {}), '#')).replaceAll('"#"', '1e400'),
  ),
  json('a number of many digits', (bytes) => `{"units":${'9'.repeat(bytes)}}`),
  json('many fractions', (bytes) => `[${'1.7e-9,'.repeat(bytes / 8).slice(0, -1)}]`),
  json('only blanks', (bytes) => ' '.repeat(bytes)),
  json('a text without an end', (bytes) => `{"email":"${'a'.repeat(bytes)}`),
  lists('long lists of numbers', '1'),
  lists('long lists of empty objects', '{}'),
  lists('long lists of wrong objects', '{"sku":{},"day":1,"units":"x"}'),
  lists('long lists of texts', '"=1"'),
  lists('long lists of empty lists', '[]'),
  texts('long texts', (bytes) => 'a'.repeat(bytes)),
  texts('long addresses of mail', (bytes) => `${'a.'.repeat(bytes / 2)}@`),
  texts('long domains of mail', (bytes) => `a@${'a-'.repeat(bytes / 2)}.`),
  texts('long web addresses', (bytes) => `https://hooks.slack.com/services/${'a/%'.repeat(bytes / 3)}`),
  texts('long hosts', (bytes) => `https://${'a.'.repeat(bytes / 2)}myshopify.com`),
  texts('long shop names', (bytes) => `${'a-'.repeat(bytes / 2)}.myshopify.com`),
  texts('long phone numbers', (bytes) => `+1${'4 '.repeat(bytes / 2)}x`),
  texts('long days', (bytes) => `2026-11-${'0'.repeat(bytes)}`),
  texts('long time zones', (bytes) => `Europe/${'_/'.repeat(bytes / 2)}`),
  texts('blanks around a text', (bytes) => `${' '.repeat(bytes / 2)}a${'\t'.repeat(bytes / 2)}`),
  texts('ligatures that grow when normalised', (bytes) => '\ufdfa'.repeat(bytes / 3)),
  texts('marks upon marks', (bytes) => `a${'\u0301\u0323'.repeat(bytes / 4)}`),
  texts('halves of characters', (bytes) => '\ud800'.repeat(bytes / 6)),
  texts('escaped characters', (bytes) => '\u0001'.repeat(bytes / 6)),
  texts('NULs', (bytes) => '\0'.repeat(bytes / 6)),
  texts('formulas and tags', (bytes) => '=<b>%_\\'.repeat(bytes / 8)),
  json('bytes that are no UTF-8', (bytes) => Buffer.alloc(bytes, 0xff)),
  raw('UTF-16', 'application/json; charset=utf-16', (bytes) =>
    Buffer.from('{"a":1}'.repeat(bytes / 14), 'utf16le'),
  ),
  raw('text', 'text/plain', (bytes) => '{'.repeat(bytes)),
  raw('a form of many fields', 'application/x-www-form-urlencoded', (bytes) => 'a=&'.repeat(bytes / 3)),
  raw('a form of broken escapes', 'application/x-www-form-urlencoded', (bytes) => `a=${'%'.repeat(bytes)}`),
  raw('many parts', 'multipart/form-data; boundary=x', (bytes) =>
    '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(bytes / 56).concat('--x--\r\n'),
  ),
  raw('parts without an end', 'multipart/form-data; boundary=x', (bytes) => '--x\r\n'.repeat(bytes / 5)),
  raw('a long boundary', `multipart/form-data; boundary=${'-'.repeat(4000)}`, (bytes) => '-'.repeat(bytes)),
  grows('gzip', gzipSync),
  grows('deflate', deflateSync),
  json('many encodings', () => gzipSync('{}'), { 'content-encoding': Array(500).fill('gzip').join(', ') }),
  {
    name: 'one byte at a time',
    type: 'application/json',
    make: (bytes) => Array<string>(Math.min(bytes, 31_900)).fill('['),
  },
]

function replaced(value: Json, text: string): Json {
  if (Array.isArray(value)) return value.map((each) => replaced(each, text))
  if (typeof value !== 'object' || value === null) return typeof value === 'boolean' ? value : text
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replaced(inner, text)]))
}

function leaves(value: Json): number {
  if (typeof value !== 'object' || value === null) return 1
  return Math.max(1, sum(Object.values(value), leaves))
}
