import qs from 'qs'
import type { z } from 'zod'
import { invalid, type Refusal } from '../refusal.ts'

/** Reads bracketed form fields; throws the refusal that Stripe answers with for the first field that is wrong. */
export function readParams<Schema extends z.ZodType>(schema: Schema, form: string): z.infer<Schema> {
  const fields = qs.parse(form, { depth: 8, arrayLimit: 200, parameterLimit: 1000, strictDepth: true })
  const read = schema.safeParse(fields)
  if (read.success) return read.data
  // A field that does not exist is told first, as it may be the reason why another one is missing.
  const unknown = read.error.issues.find((issue) => issue.code === 'unrecognized_keys')
  throw getRefusal(unknown ?? read.error.issues[0]!, fields)
}

function getRefusal(issue: z.core.$ZodIssue, fields: unknown): Refusal {
  if (issue.code === 'unrecognized_keys') {
    const param = bracketed([...issue.path, issue.keys[0]!])
    return invalid(`Received unknown parameter: ${param}`, param, 'parameter_unknown')
  }
  const param = bracketed(issue.path)
  const given = issue.path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown>)?.[key],
    fields,
  )
  if (given === undefined) return invalid(`Missing required param: ${param}.`, param, 'parameter_missing')
  // A union does not tell which of its branches was meant: look into the one that got furthest.
  if (issue.code === 'invalid_union') {
    const inner = issue.errors
      .flat()
      .find((each) => each.code === 'unrecognized_keys' || each.path.length > 0)
    if (inner) return getRefusal({ ...inner, path: [...issue.path, ...inner.path] }, fields)
  }
  return invalid(`Invalid ${param}: ${JSON.stringify(given)}. ${issue.message}`, param, 'parameter_invalid')
}

function bracketed(path: readonly PropertyKey[]): string {
  return path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join('')
}
