import fc from 'fast-check'
import type { Operation } from './operations.ts'
import {
  idArbitrary,
  type Known,
  type Making,
  rarely,
  textArbitrary,
  valueArbitrary,
} from './value-arbitrary.ts'

export interface FuzzRequest {
  /** Method and path as described. */
  route: string
  method: string
  /** Including the query. */
  address: string
  headers: Record<string, string>
  body: string | null
}

const JSON_TYPE = 'application/json'
const csv = 'SKU,Product,Stock,Price\nA-1,Lamp,3,12.50\nA-2,"Cup, blue",7,'
const rawBodies = [
  '',
  '{',
  '[]',
  'null',
  '"x"',
  '1e400',
  '{}{}',
  '{"a":'.repeat(60),
  '[['.repeat(400),
  csv,
  '\ufeff{}',
]
const types = [
  JSON_TYPE,
  JSON_TYPE,
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
]
const strangeHeaders = [
  { accept: 'text/html' },
  { range: 'bytes=0-1' },
  { 'if-none-match': '*' },
  { 'accept-language': 'x' },
  { 'accept-encoding': 'identity' },
]

/** Makes requests for one call: four in ten are valid, the others are at limits or wrong in every part. */
export function requestArbitrary(operation: Operation, known: Known): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(
    { weight: 4, arbitrary: getRequest(operation, { known, isCareful: true }) },
    { weight: 6, arbitrary: getRequest(operation, { known, isCareful: false }) },
  )
}

function getRequest(operation: Operation, making: Making): fc.Arbitrary<FuzzRequest> {
  const { method, path } = operation
  return fc
    .record({
      address: fc
        .tuple(pathArbitrary(path, making), queryArbitrary(operation, making))
        .map((parts) => parts.join('')),
      sent: method === 'GET' ? fc.constant({ body: null, headers: {} }) : bodyArbitrary(operation, making),
      strange: rarely(fc.constantFrom(...strangeHeaders), {}),
    })
    .map(({ address, sent, strange }) => ({
      route: `${method} ${path}`,
      method,
      address,
      headers: { ...sent.headers, ...strange },
      body: sent.body,
    }))
}

function pathArbitrary(path: string, making: Making): fc.Arbitrary<string> {
  const id = fc.oneof(
    { weight: 6, arbitrary: idArbitrary(making).map(String) },
    {
      weight: 1,
      arbitrary: making.isCareful ? idArbitrary(making).map(String) : textArbitrary({}, making, 'id'),
    },
  )
  const parts = path.split('/').map((part) => {
    if (!part.includes('{')) return fc.constant(part)
    return id.map((text) => part.replace(/\{\w+\}/, encodeURIComponent(text.toWellFormed().slice(0, 300))))
  })
  return fc.tuple(...parts).map((each) => each.join('/'))
}

function queryArbitrary({ parameters }: Operation, making: Making): fc.Arbitrary<string> {
  const own = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema }) => {
      const value = valueArbitrary(schema, making, name).map((each) =>
        typeof each === 'object' ? JSON.stringify(each) : String(each),
      )
      return fc.tuple(fc.constant(name), fc.option(value, { nil: undefined, freq: 1 }))
    })
  const strange = fc.constantFrom(
    '',
    '',
    '',
    'page=0',
    'merchant_id=1',
    '__proto__=1',
    'a[b]=c',
    '%',
    'page=1&page=2',
  )
  const extra = making.isCareful ? fc.constant('') : strange
  return fc.tuple(fc.tuple(...own), extra).map(([pairs, more]) => {
    const given = pairs.filter((pair): pair is [string, string] => pair[1] !== undefined)
    const query = new URLSearchParams(
      given.map(([name, value]): [string, string] => [name, value.slice(0, 2000)]),
    ).toString()
    const whole = [query, more].filter(Boolean).join('&')
    return whole === '' ? '' : `?${whole}`
  })
}

function bodyArbitrary({ body }: Operation, making: Making) {
  const described = valueArbitrary(body ?? {}, making).map((value) => ({
    body: JSON.stringify(value),
    headers: { 'content-type': JSON_TYPE },
  }))
  const raw = fc.record({
    body: fc.oneof(fc.constantFrom(...rawBodies), fc.string({ unit: 'binary', maxLength: 60 })),
    headers: fc.record({ 'content-type': fc.constantFrom(...types) }),
  })
  if (making.isCareful)
    return body ? described : fc.constant({ body: csv, headers: { 'content-type': 'text/csv' } })
  return fc.oneof({ weight: body ? 12 : 1, arbitrary: described }, { weight: 1, arbitrary: raw })
}
