import { z } from 'zod'

// Forms carry text only; an empty one clears the field where that is allowed.

export const text = z.string().min(1).max(5000)
export const wholeNumber = z
  .string()
  .regex(/^-?\d{1,15}$/)
  .transform(Number)
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
export const expand = z.array(text).max(20).default([])

export function clearable<Field extends z.ZodType>(field: Field) {
  return z.union([z.literal('').transform(() => null), field])
}

/** Null takes all away, an empty value takes one away. */
export const metadata = clearable(z.record(z.string().max(40), z.string().max(500)))

export const limits = {
  limit: wholeNumber.pipe(z.number().min(1).max(100)).default(10),
  starting_after: text.optional(),
  ending_before: text.optional(),
  expand,
}

export const range = z.union([
  wholeNumber,
  z.strictObject({
    gt: wholeNumber.optional(),
    gte: wholeNumber.optional(),
    lt: wholeNumber.optional(),
    lte: wholeNumber.optional(),
  }),
])

export type Range = z.infer<typeof range>

export function isWithin(value: number, wanted: Range | undefined): boolean {
  if (wanted === undefined) return true
  if (typeof wanted === 'number') return value === wanted
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = wanted
  return value > gt && value >= gte && value < lt && value <= lte
}

export function mergeMetadata(
  before: Readonly<Record<string, string>>,
  given: Readonly<Record<string, string>> | null | undefined,
): Record<string, string> {
  if (given === undefined) return { ...before }
  if (given === null) return {}
  return Object.fromEntries(Object.entries({ ...before, ...given }).filter(([, value]) => value !== ''))
}
