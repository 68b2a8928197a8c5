// An address of its own also gives the file a worker of its own: it loads the contract with another zod.
// @vitest-environment-options { "url": "http://zod.test/" }

import type { Endpoint } from '@stockcast/contract'
import * as contract from '@stockcast/contract'
import { describe, expect, it, vi } from 'vitest'
import { z as small, type ZodType } from 'zod'
// The complete library, which the server has; in the web app its name stands for the small one.
import * as complete from '../../../node_modules/zod/index.js'

type Zod = typeof small

vi.doMock('zod', () => complete)
vi.resetModules()
const served: typeof contract = await import('@stockcast/contract')

/** Returns the schemas that have a name, and those that only an endpoint names. */
function getSchemas(exported: typeof contract): Map<string, ZodType> {
  const named = Object.entries<unknown>(exported).filter(([name]) => name.endsWith('Schema'))
  const ofEndpoints = Object.values<unknown>(exported)
    .flatMap((group) => (isObject(group) ? Object.values(group) : []))
    .filter((each): each is Endpoint => isObject(each) && 'path' in each)
    .flatMap(({ method, path, params, query, body, answer }) =>
      Object.entries({ params, query, body, answer }).map(
        ([part, schema]) => [`the ${part} of ${method} ${path}`, schema] as const,
      ),
    )
  const schemas = [...named, ...ofEndpoints].filter(([, schema]) => isObject(schema))
  return new Map(schemas as [string, ZodType][])
}
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const described = (schema: ZodType | undefined) =>
  schema && complete.toJSONSchema(schema as never, { io: 'input', unrepresentable: 'any' })

describe('The contract in the browser and on the server:', () => {
  const onServer = getSchemas(served)

  it('the browser has the small schemas, and the server the complete ones', () => {
    expect('toJSONSchema' in served.sessionSchema).toBe(true)
    expect('toJSONSchema' in contract.sessionSchema).toBe(false)
  })

  it.each([...getSchemas(contract)])('%s describes the same values in both', (name, schema) => {
    expect(described(schema)).toEqual(described(onServer.get(name)))
  })
})

const kinds: { what: string; of: (z: Zod) => ZodType; values: unknown[] }[] = [
  {
    what: 'a trimmed string of limited length',
    of: (z) => z.string().trim().min(2, 'Too short.').max(4),
    values: [' abc ', 'a', 'abcde', 1, undefined],
  },
  { what: 'a string of a pattern', of: (z) => z.string().regex(/^a+$/, 'Only a.'), values: ['aa', 'b'] },
  {
    what: 'a whole number within limits',
    of: (z) => z.number('No number.').int('Not whole.').min(1, 'Too low.').max(9),
    values: [1, 1.5, 0, 10, '2', Number.NaN, undefined],
  },
  { what: 'a positive number', of: (z) => z.number().positive(), values: [0.5, 0, -1] },
  { what: 'a number in text', of: (z) => z.coerce.number().int().min(1).default(2), values: ['3', 'x', '0'] },
  {
    what: 'a list of limited length',
    of: (z) => z.array(z.string()).min(1, 'None.').max(2),
    values: [['a'], [], ['a', 'b', 'c'], ['a', 1]],
  },
  { what: 'a list of one length', of: (z) => z.array(z.number()).length(2), values: [[1, 2], [1]] },
  {
    what: 'what may be missing',
    of: (z) =>
      z.object({
        nullable: z.string().nullable(),
        optional: z.string().optional(),
        nullish: z.string().nullish(),
        default: z.string().default('x'),
        caught: z.string().optional().catch(undefined),
      }),
    values: [{ nullable: null }, { nullable: 'a', nullish: null, caught: 1 }, { optional: null }, {}],
  },
  {
    what: 'a changed string that is read again',
    of: (z) =>
      z
        .string()
        .transform((text) => (text === '' ? null : text))
        .pipe(z.email('No address.').nullable())
        .nullable(),
    values: ['a@b.co', '', null, 'a', 1],
  },
  {
    what: 'an object with a rule',
    of: (z) =>
      z
        .object({ isOn: z.boolean() })
        .extend({ to: z.string().nullable() })
        .refine(({ isOn, to }) => !isOn || to !== null, { path: ['to'], message: 'Enter it.' }),
    values: [{ isOn: true, to: 'a', more: 1 }, { isOn: true, to: null }, { isOn: 1 }],
  },
  {
    what: 'a rule with its own sentence',
    of: (z) =>
      z.string().superRefine((text, { addIssue }) => {
        if (text === '') addIssue({ code: 'custom', message: 'Empty.' })
      }),
    values: ['a', ''],
  },
  {
    what: 'one of several kinds',
    of: (z) =>
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('day'), on: z.iso.date() }),
        z.object({ kind: z.literal('at'), at: z.iso.datetime() }),
      ]),
    values: [
      { kind: 'day', on: '2026-02-30' },
      { kind: 'at', at: '2026-01-01T00:00:00Z' },
      { kind: 'x' },
      {},
    ],
  },
  {
    what: 'a record and a union',
    of: (z) => z.record(z.enum(['a', 'b']), z.union([z.string(), z.url()])),
    values: [{ a: 'x', b: 'y' }, { a: 'x' }, { a: 1, b: 'y' }, { c: 'x' }],
  },
]

describe('A schema in the browser', () => {
  it.each(kinds)('accepts and refuses $what as the server does, with the same words', ({ of, values }) => {
    // The full library differs in its types, not in these calls.
    const [here, there] = [of(small), of(complete.z as unknown as Zod)]
    for (const value of values) {
      const [found, expected] = [here.safeParse(value), there.safeParse(value)]
      expect(found.data).toEqual(expected.data)
      expect(found.error?.issues).toEqual(expected.error?.issues)
    }
  })
})
