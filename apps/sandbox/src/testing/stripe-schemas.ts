import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { Ajv, type ValidateFunction } from 'ajv'

/** False: what the fake never has. */
type Definition = JsonSchema | false

export interface JsonSchema {
  $ref?: string
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  additionalProperties?: boolean | JsonSchema
}

interface SchemaFile {
  $id: string
  stripeVersion: string
  definitions: Record<string, Definition>
}

const path = new URL('stripe-schemas.json.gz', import.meta.url)

/** Made from the types of the official library by scripts/generate-stripe-schemas.mjs. */
export const stripeSchemas = JSON.parse(gunzipSync(readFileSync(path)).toString('utf8')) as SchemaFile

// Compiling takes longer than checking: its optimizations do not pay.
const options = { strict: false, allErrors: true, validateFormats: false, code: { optimize: false } } as const
const answers = new Ajv(options).addSchema(stripeSchemas)
// A form carries text only.
const requests = new Ajv({ ...options, coerceTypes: true }).addSchema(stripeSchemas)

const ROOTS: Record<string, string> = {
  'billing_portal.session': 'RPortalSession',
  charge: 'RCharge',
  'checkout.session': 'RCheckoutSession',
  customer: 'RCustomer',
  invoice: 'RInvoice',
  invoice_payment: 'RInvoicePayment',
  payment_intent: 'RPaymentIntent',
  payment_method: 'RPaymentMethod',
  price: 'RPrice',
  refund: 'RRefund',
  setup_intent: 'RSetupIntent',
  subscription: 'RSubscription',
}

export interface Answered {
  object: string
  deleted?: unknown
  data?: unknown
}

/** What is wrong with an object on the wire by the library's types; empty = nothing. */
export function faultsOfAnswer(answered: Answered): string[] {
  if (answered.object === 'list') return (answered.data as Answered[]).flatMap(faultsOfAnswer)
  if (answered.object === 'event') return faultsOfAnswer((answered.data as { object: Answered }).object)
  if (answered.deleted) return []
  const root = ROOTS[answered.object]
  return root
    ? faults(answers.getSchema(`stripe#/definitions/${root}`)!, answered)
    : [`no schema for ${answered.object}`]
}

/** What is wrong with the fields of a request by the library's types. */
export function faultsOfRequest(root: string, fields: object): string[] {
  return faults(requests.getSchema(`stripe#/definitions/${root}`)!, structuredClone(fields))
}

function faults(validate: ValidateFunction, value: unknown): string[] {
  if (validate(value)) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
}

/** The properties that a schema knows by the name, in any of its branches. */
export function propertiesNamed(schema: Definition, name: string): JsonSchema[] {
  return branches(schema).flatMap(({ properties, additionalProperties }) => {
    if (properties && name in properties) return [properties[name]!]
    return typeof additionalProperties === 'object' ? [additionalProperties] : []
  })
}

/** The schema and all that it refers to or offers as a choice, lists by what they hold. */
export function branches(schema: Definition): JsonSchema[] {
  if (schema === false) return []
  if (schema.$ref) {
    const name = decodeURIComponent(schema.$ref.replace('#/definitions/', ''))
    return branches(stripeSchemas.definitions[name]!)
  }
  if (schema.anyOf) return schema.anyOf.flatMap(branches)
  return schema.items ? [schema, ...branches(schema.items)] : [schema]
}
