import type { Ledger } from '../ledger.ts'
import { listOf } from '../objects/wire.ts'
import { invalid } from '../refusal.ts'

type Fields = Record<string, unknown>

/** What a field refers to, by its name. */
const REFERENCES = { default_payment_method: 'payment_method', setup_intent: 'setup_intent' } as const

/** Returns the object with the references along the paths replaced by what they refer to. */
export function expandPaths(ledger: Ledger, object: object, paths: readonly string[]): object {
  return paths.reduce((expanded, path) => expandPath(ledger, expanded, path.split('.'), path), object)
}

function expandPath(ledger: Ledger, value: unknown, path: readonly string[], whole: string): object {
  const [name, ...rest] = path
  if (name === undefined || value === null || typeof value !== 'object') return value as object
  if (Array.isArray(value)) return value.map((each) => expandPath(ledger, each, path, whole))
  const fields = value as Fields
  const found = resolve(ledger, fields, name)
  if (found === undefined) throw invalid(`This property cannot be expanded (${whole}).`, 'expand')
  return { ...fields, [name]: expandPath(ledger, found, rest, whole) }
}

/** Undefined when the object has no such field, or one that refers to nothing. */
function resolve(ledger: Ledger, fields: Fields, name: string): unknown {
  if (name === 'payments' && fields.object === 'invoice') {
    const payment = ledger.get('invoice_payment', fields.id as string)
    return listOf(payment ? [payment] : [], `/v1/invoice_payments?invoice=${fields.id}`)
  }
  const value = fields[name]
  if (typeof value !== 'string') return value
  const kind = REFERENCES[name as keyof typeof REFERENCES]
  return kind && ledger.get(kind, value)
}
