import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import {
  buildClientSchema,
  extendSchema,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  parse,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { schema } from './schema.ts'

function realSchema(version: string): GraphQLSchema {
  const folder = dirname(findPackageJSON('@shopify/dev-mcp', import.meta.url)!)
  const packed = readFileSync(join(folder, `dist/data/admin_${version}.json.gz`))
  return buildClientSchema(JSON.parse(gunzipSync(packed).toString()).data, { assumeValid: true })
}

/** Written by hand, because the newest published schema has it only as `unstable`. */
const purchaseOrders = parse(
  readFileSync(new URL('../../testing/purchase-orders.graphql', import.meta.url), 'utf8'),
)
/** What came with 2026-10 and is not in `unstable` of that day. */
const CAME_LATER = ['transfers', 'supplierName']

/** One line for every member of a type, as SDL prints it; deprecated members are marked. */
function getMembers(type: GraphQLNamedType): string[] {
  if (isEnumType(type))
    return type.getValues().map((value) => `${value.name}${mark(value.deprecationReason)}`)
  if (isInputObjectType(type)) return Object.values(type.getFields()).map(argumentLine)
  if (!isObjectType(type) && !isInterfaceType(type)) return []
  const implemented = type.getInterfaces().map((each) => `implements ${each.name}`)
  const fields = Object.values(type.getFields()).flatMap((field) => [
    `${field.name}: ${field.type}${mark(field.deprecationReason)}`,
    ...field.args.map((argument) => `${field.name}(${argumentLine(argument)})`),
  ])
  return [...implemented, ...fields]
}

function argumentLine(argument: {
  name: string
  type: unknown
  defaultValue?: unknown
  deprecationReason?: string | null | undefined
}): string {
  const byDefault = argument.defaultValue === undefined ? '' : ` = ${JSON.stringify(argument.defaultValue)}`
  return `${argument.name}: ${String(argument.type)}${byDefault}${mark(argument.deprecationReason)}`
}

function mark(reason: string | null | undefined): string {
  return reason === null || reason === undefined ? '' : ' (deprecated)'
}

/** Arguments that a caller must give in the real schema but cannot give here. */
function missingRequiredArguments(ours: GraphQLNamedType, real: GraphQLNamedType): string[] {
  if (!isObjectType(ours) || !isObjectType(real)) return []
  return Object.values(ours.getFields()).flatMap((field) => {
    const known = new Set(field.args.map((argument) => argument.name))
    const required = real
      .getFields()
      [field.name]?.args.filter(
        (argument) => String(argument.type).endsWith('!') && argument.defaultValue === undefined,
      )
    return (required ?? [])
      .filter((argument) => !known.has(argument.name))
      .map((each) => `${field.name}.${each.name}`)
  })
}

const published = realSchema('2026-10')
const real = extendSchema(published, purchaseOrders, { assumeValid: true })
const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
)

it.each(types.map((type) => [type.name, type] as const))(
  '%s of the sandbox is a subset of the type in the real Admin API 2026-10, with nothing deprecated',
  (name, type) => {
    const counterpart = real.getType(name)
    expect(counterpart?.constructor.name).toBe(type.constructor.name)
    const known = new Set(getMembers(counterpart!))
    expect(getMembers(type).filter((member) => !known.has(member))).toEqual([])
    expect(missingRequiredArguments(type, counterpart!)).toEqual([])
  },
)

describe('the purchase orders that the published schema of 2026-10 lacks', () => {
  const unstable = realSchema('unstable')
  const names = purchaseOrders.definitions.flatMap((each) =>
    'name' in each && each.name && each.kind === 'ObjectTypeDefinition' ? [each.name.value] : [],
  )

  it.each(names)('%s has the fields of the unstable version, and two that came later', (name) => {
    const known = new Set(getMembers(unstable.getType(name)!))
    const others = getMembers(real.getType(name)!).filter(
      (member) => !known.has(member) && !CAME_LATER.some((later) => member.startsWith(later)),
    )
    expect(others).toEqual([])
  })

  it('are in no published schema yet, so that the extension is still needed', () => {
    expect(published.getType('InventoryPurchaseOrder')).toBeUndefined()
  })
})
