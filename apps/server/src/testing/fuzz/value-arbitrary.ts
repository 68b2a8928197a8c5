import fc from 'fast-check'
import type { JsonSchema } from '../../kernel/http/reference/schema-rows.ts'
import type { Json } from '../bad-values.ts'
import {
  forms,
  hostileNames,
  hostileNumbers,
  hostileTexts,
  hostileValues,
  usualValues,
} from './hostile-values.ts'

/** What the caller of a request knows, so that some requests reach existing rows. */
export interface Known {
  merchantId: number
  /** Ids of the caller's own rows. */
  ids: readonly (number | string)[]
  /** Ids of another merchant's rows. */
  foreignIds: readonly (number | string)[]
  foreignMerchantId: number
  /** For example the caller's email and password. */
  texts: readonly string[]
}

export interface Making {
  known: Known
  /** Makes valid values; otherwise every part may be at a limit or wrong. */
  isCareful: boolean
}

const LONGEST_LIST = 4
const LONGEST_TEXT = 9000

/** Makes a value for the place `name` in a body. */
export function valueArbitrary(schema: JsonSchema, making: Making, name = ''): fc.Arbitrary<Json> {
  if (making.isCareful) return careful(schema, making, name)
  return fc.oneof(
    { weight: 14, arbitrary: allowed(schema, making, name) },
    { weight: 1, arbitrary: fc.constantFrom(...hostileValues) },
  )
}

/** Makes `arbitrary` once in twenty times, otherwise `usual`. */
export function rarely<Rare, Usual>(arbitrary: fc.Arbitrary<Rare>, usual: Usual): fc.Arbitrary<Rare | Usual> {
  return fc.oneof({ weight: 19, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary })
}

function careful(schema: JsonSchema, making: Making, name: string): fc.Arbitrary<Json> {
  const usual = usualValues[name]
  return usual && !schema.enum && schema.const === undefined
    ? fc.constantFrom(...usual)
    : allowed(schema, making, name)
}

function allowed(schema: JsonSchema, making: Making, name: string): fc.Arbitrary<Json> {
  if (schema.const !== undefined) return fc.constant(schema.const as Json)
  if (schema.enum) return fc.constantFrom(...(schema.enum as Json[]))
  const variants = schema.oneOf ?? schema.anyOf
  if (variants) return fc.oneof(...variants.map((variant) => allowed(variant, making, name)))
  const types = [schema.type ?? 'object'].flat()
  return fc.oneof(...types.map((type) => ofType(type, schema, making, name)))
}

function ofType(type: string, schema: JsonSchema, making: Making, name: string): fc.Arbitrary<Json> {
  if (type === 'null') return fc.constant(null)
  if (type === 'boolean') return fc.boolean()
  if (type === 'string') return textArbitrary(schema, making, name)
  if (type === 'integer' || type === 'number') return numberArbitrary(schema, making, name)
  if (type === 'object') return objectArbitrary(schema, making)
  const { minItems = 0, maxItems = LONGEST_LIST } = schema
  const item = valueArbitrary(schema.items ?? {}, making, name)
  return fc.array(item, {
    minLength: minItems,
    maxLength: Math.max(minItems, Math.min(maxItems, LONGEST_LIST)),
  })
}

function objectArbitrary(schema: JsonSchema, making: Making): fc.Arbitrary<Json> {
  const members = Object.entries(schema.properties ?? {}).map(([key, value]) => {
    const present = valueArbitrary(value, making, key)
    const pair = fc.tuple(fc.constant(key), present)
    if (!schema.required?.includes(key)) return fc.option(pair, { nil: undefined, freq: 2 })
    return making.isCareful ? pair : fc.option(pair, { nil: undefined, freq: 30 })
  })
  const extra = fc.tuple(fc.constantFrom(...hostileNames), fc.constantFrom(...hostileValues))
  return fc
    .tuple(fc.tuple(...members), making.isCareful ? fc.constant(undefined) : rarely(extra, undefined))
    .map(([own, more]) => Object.fromEntries([...own, more].filter((pair) => pair !== undefined)))
}

function numberArbitrary(schema: JsonSchema, making: Making, name: string): fc.Arbitrary<Json> {
  const { known, isCareful } = making
  if (/^merchant_?id$/i.test(name)) {
    const others = fc.constantFrom(known.foreignMerchantId, 0, -1, 2 ** 31)
    return isCareful ? fc.constant(known.merchantId) : fc.oneof(fc.constant(known.merchantId), others)
  }
  if (/ids?$/i.test(name)) return idArbitrary(making, 'number')
  const { minimum: min = -1000, maximum: max = 100_000 } = schema
  const [low, high] = [Math.max(min, -1000), Math.min(max, 100_000)]
  const isWhole = [schema.type].flat().includes('integer')
  const inside = isWhole
    ? fc.integer({ min: low, max: high })
    : fc.double({ min: low, max: high, noNaN: true })
  if (isCareful) return inside
  return fc.oneof(
    { weight: 6, arbitrary: inside },
    { weight: 2, arbitrary: fc.constantFrom(min, max, min - 1, max + 1, (min + max) / 2) },
    { weight: 1, arbitrary: fc.constantFrom(...hostileNumbers) },
  )
}

export function idArbitrary({ known, isCareful }: Making, type?: 'number'): fc.Arbitrary<number | string> {
  const fitting = (all: readonly (number | string)[]) => {
    const found = all.filter((id) => type === undefined || typeof id === type)
    return found.length === 0 ? fc.constant(1) : fc.constantFrom(...found)
  }
  if (isCareful) return fitting(known.ids)
  return fc.oneof(
    { weight: 4, arbitrary: fitting(known.ids) },
    { weight: 2, arbitrary: fitting(known.foreignIds) },
    { weight: 1, arbitrary: fc.constantFrom(...hostileNumbers) },
  )
}

export function textArbitrary(
  schema: JsonSchema,
  { known, isCareful }: Making,
  name: string,
): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = 40 } = schema
  const own = fc.constantFrom(...known.texts, 'some text')
  const formed = fc.constantFrom(...getForms(schema))
  const isOwn = /mail|password|confirmation|address|name/i.test(name)
  if (isCareful) return isOwn ? own : formed
  const lengths = [minLength, minLength - 1, maxLength, maxLength + 1].filter((length) => length >= 0)
  return fc.oneof(
    { weight: isOwn ? 6 : 1, arbitrary: own },
    { weight: 4, arbitrary: formed },
    { weight: 2, arbitrary: fc.constantFrom(...hostileTexts) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...lengths.map((length) => 'x'.repeat(Math.min(length, LONGEST_TEXT)))),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  )
}

function getForms({ pattern, format }: JsonSchema): readonly string[] {
  if (format === 'email') return ['someone@example.com']
  const found = forms.filter((text) => pattern === undefined || new RegExp(pattern, 'u').test(text))
  return found.length === 0 ? forms : found
}
