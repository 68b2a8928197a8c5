/** The parts of a JSON schema that a reader needs. */
export interface JsonSchema {
  type?: string | string[]
  format?: string
  enum?: readonly unknown[]
  const?: unknown
  description?: string
  properties?: Record<string, JsonSchema>
  required?: readonly string[]
  items?: JsonSchema
  oneOf?: readonly JsonSchema[]
  anyOf?: readonly JsonSchema[]
  allOf?: readonly JsonSchema[]
  additionalProperties?: boolean | JsonSchema
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  pattern?: string
}

export interface SchemaRow {
  /** The path from the top of the body, such as `rows[].sku`. */
  name: string
  type: string
  isRequired: boolean
  /** Limits and the like, in words. */
  notes: string
}

/** Returns one row for every value in a body, in the order of the schema; values of a list carry `[]`. */
export function schemaRows(schema: JsonSchema): SchemaRow[] {
  const rows = Map.groupBy(toRows(schema, ''), (row) => row.name)
  return [...rows.values()].map(merged)
}

/** Merges the rows of a value that several forms of a body have. */
function merged(rows: readonly SchemaRow[]): SchemaRow {
  const different = (texts: string[]) => [...new Set(texts.filter(Boolean))]
  return {
    name: rows[0]?.name ?? '',
    type: different(rows.map((row) => row.type)).join(' | '),
    isRequired: rows.every((row) => row.isRequired),
    notes: different(rows.map((row) => row.notes)).join('; '),
  }
}

function toRows(schema: JsonSchema, name: string): SchemaRow[] {
  const parts = [schema, ...(schema.allOf ?? [])]
  return parts.flatMap((part) => [
    ...Object.entries(part.properties ?? {}).flatMap(([key, value]) => {
      const full = name === '' ? key : `${name}.${key}`
      const isRequired = part.required?.includes(key) ?? false
      return [toRow(value, full, isRequired), ...toRows(value, full)]
    }),
    ...(part.items ? toRows(part.items, `${name}[]`) : []),
    ...getVariants(part).flatMap((variant) => toRows(variant, name)),
  ])
}

function toRow(schema: JsonSchema, name: string, isRequired: boolean): SchemaRow {
  return { name, isRequired, type: typeOf(schema), notes: getNotes(schema) }
}

export function typeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const variants = getVariants(schema).map(typeOf)
  if (variants.length > 0) return [...new Set(variants)].join(' | ')
  if (schema.items) return `${typeOf(schema.items)}[]`
  const type = [schema.type ?? 'object'].flat().join(' | ')
  return schema.format ? `${type} (${schema.format})` : type
}

/** Returns the alternative forms of a value; a single form has none. */
function getVariants(schema: JsonSchema): readonly JsonSchema[] {
  return schema.oneOf ?? schema.anyOf ?? []
}

function getNotes(schema: JsonSchema): string {
  const notes = [
    schema.description,
    getRange('', schema.minimum, schema.maximum),
    getRange(' characters', schema.minLength, schema.maxLength),
    getRange(' entries', schema.minItems, schema.maxItems),
    schema.pattern === undefined ? undefined : `matches ${schema.pattern}`,
    schema.default === undefined ? undefined : `default ${JSON.stringify(schema.default)}`,
  ]
  return notes.filter((note) => note !== undefined).join('; ')
}

function getRange(unit: string, low: number | undefined, high: number | undefined): string | undefined {
  if (low === undefined && high === undefined) return undefined
  if (low === high) return `${low}${unit}`
  if (low === undefined) return `at most ${high}${unit}`
  return high === undefined ? `at least ${low}${unit}` : `${low} to ${high}${unit}`
}
