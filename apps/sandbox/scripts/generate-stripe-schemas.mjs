// Makes JSON Schemas out of stripe-node's own types, so that what the fake answers and understands is compared
// with exactly the API version that is pinned. Run it after each update of the library:
//   node apps/sandbox/scripts/generate-stripe-schemas.mjs
// The generator is installed into a folder of its own for the time of the run; it takes a minute.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import Stripe from 'stripe'

const GENERATOR = 'ts-json-schema-generator@2.9.0'
const TARGET = fileURLToPath(new URL('../src/testing/stripe-schemas.json.gz', import.meta.url))

// R… = answers, P… = parameters of requests.
const ROOTS = {
  RCharge: 'Charge',
  RCheckoutSession: 'Checkout.Session',
  RCustomer: 'Customer',
  RInvoice: 'Invoice',
  RInvoicePayment: 'InvoicePayment',
  RPaymentIntent: 'PaymentIntent',
  RPaymentMethod: 'PaymentMethod',
  RPortalSession: 'BillingPortal.Session',
  RPrice: 'Price',
  RRefund: 'Refund',
  RSetupIntent: 'SetupIntent',
  RSubscription: 'Subscription',
  PCheckoutCreate: 'Checkout.SessionCreateParams',
  PCustomerCreate: 'CustomerCreateParams',
  PCustomerList: 'CustomerListParams',
  PCustomerUpdate: 'CustomerUpdateParams',
  PInvoiceList: 'InvoiceListParams',
  PInvoicePay: 'InvoicePayParams',
  PPaymentMethodAttach: 'PaymentMethodAttachParams',
  PPortalCreate: 'BillingPortal.SessionCreateParams',
  PPriceList: 'PriceListParams',
  PRefundCreate: 'RefundCreateParams',
  PRefundList: 'RefundListParams',
  PSubscriptionCancel: 'SubscriptionCancelParams',
  PSubscriptionCreate: 'SubscriptionCreateParams',
  PSubscriptionList: 'SubscriptionListParams',
  PSubscriptionUpdate: 'SubscriptionUpdateParams',
}

/** Parts of the answers that have a type of their own. */
const PARTS = ['line_item', 'list', 'plan', 'subscription_item']

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stripe-schemas-'))
try {
  const stripeVersion = Stripe.PACKAGE_VERSION
  install(stripeVersion)
  const definitions = await generate()
  const content = JSON.stringify({ $id: 'stripe', stripeVersion, definitions })
  fs.writeFileSync(TARGET, gzipSync(content, { level: 9 }))
  process.stdout.write(
    `${Object.keys(definitions).length} definitions of stripe ${stripeVersion}, ${fs.statSync(TARGET).size} bytes\n`,
  )
} finally {
  fs.rmSync(folder, { recursive: true, force: true })
}

function install(stripeVersion) {
  fs.writeFileSync(path.join(folder, 'package.json'), '{"private":true,"type":"module"}')
  const packages = [GENERATOR, `stripe@${stripeVersion}`, '@types/node@24.19.2']
  execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', ...packages], { cwd: folder })
  const entry = Object.entries(ROOTS).map(([name, type]) => `export type ${name} = Stripe.${type}`)
  fs.writeFileSync(path.join(folder, 'entry.ts'), `import type Stripe from 'stripe'\n${entry.join('\n')}\n`)
  const compilerOptions = {
    module: 'nodenext',
    moduleResolution: 'nodenext',
    target: 'es2022',
    strict: true,
    skipLibCheck: true,
    types: ['node'],
  }
  fs.writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['entry.ts'] }),
  )
}

async function generate() {
  const from = (file) =>
    import(pathToFileURL(path.join(folder, 'node_modules/ts-json-schema-generator/dist', file)).href)
  const { createGenerator } = await from('index.js')
  const { ExposeNodeParser } = await from('src/ExposeNodeParser.js')
  nameByFile(ExposeNodeParser.prototype)
  const definitions = {}
  // One generator for each root: roots of this size do not fit into one.
  for (const type of Object.keys(ROOTS)) {
    const generator = createGenerator({
      path: path.join(folder, 'entry.ts'),
      tsconfig: path.join(folder, 'tsconfig.json'),
      type,
      expose: 'export',
      skipTypeCheck: true,
      additionalProperties: false,
      topRef: true,
    })
    Object.assign(definitions, generator.createSchema(type).definitions)
  }
  // On the wire a decimal is text; only the library makes an object of it.
  definitions['Decimal.Decimal'] = { type: 'string' }
  tidy(definitions)
  return reachable(withoutStrangers(definitions))
}

/** Removes objects that the fake never has, with everything that only they refer to. */
function withoutStrangers(definitions) {
  const isRoot = (name) =>
    Object.keys(ROOTS).some((root) => definitions[root].$ref === `#/definitions/${name}`)
  const isStranger = (name, { properties }) =>
    properties?.object?.const !== undefined && !PARTS.includes(properties.object.const) && !isRoot(name)
  return Object.fromEntries(
    Object.entries(definitions).map(([name, each]) => [name, isStranger(name, each) ? false : each]),
  )
}

function reachable(definitions) {
  const found = new Set(Object.keys(ROOTS))
  for (const name of found) {
    for (const [, reference] of JSON.stringify(definitions[name]).matchAll(/"#\/definitions\/([^"]+)"/g))
      found.add(decodeURIComponent(reference))
  }
  return Object.fromEntries(Object.entries(definitions).filter(([name]) => found.has(name)))
}

/** Many of the types share a bare name, as Card does. */
function nameByFile(prototype) {
  const bareName = prototype.getDefinitionName
  prototype.getDefinitionName = function (node, context) {
    const name = bareName.call(this, node, context)
    const file = /stripe\/(?:esm|cjs)\/(?:resources\/)?(.*)\.d\.ts$/.exec(node.getSourceFile().fileName)
    return file ? `${file[1].replaceAll('/', '.')}.${name}` : name
  }
}

/**
 * Enums of the types take any string besides their own: without that branch their values are really compared.
 */
function tidy(value) {
  if (!value || typeof value !== 'object') return
  if (Array.isArray(value.anyOf) && value.anyOf.some((each) => each.const !== undefined || each.enum))
    value.anyOf = value.anyOf.filter((each) => !(each.$ref ?? '').endsWith('shared.OtherString'))
  if (typeof value.description === 'string') delete value.description
  for (const each of Object.values(value)) tidy(each)
}
