import { describe, expect, it } from 'vitest'
import { validateBulkQuery } from './validate-bulk-query.ts'

const edges = (field: string, inner = '') => `${field} { edges { node { id ${inner} } } }`
const LINES = edges('lineItems')

describe('the validation of bulk queries, with the error messages of Shopify', () => {
  it.each([
    ['products', `{ ${edges('products')} }`],
    [
      'three levels',
      `{ ${edges('products', edges('variants', `inventoryItem { ${edges('inventoryLevels')} }`))} }`,
    ],
    ['a list without connections', `{ ${edges('orders', `refunds { id } ${LINES}`)} }`],
    ['a filter', `{ orders(query: "created_at:>='2026-01-01'") { edges { node { id } } } }`],
    ['a connection behind one object', `{ product(id: "gid://shopify/Product/1") { ${edges('variants')} } }`],
  ])('accepts %s', (_, query) => {
    expect(validateBulkQuery(query)).toEqual([])
  })

  it.each([
    [
      'nodes instead of edges',
      '{ products { nodes { id } } }',
      "All connection fields in a bulk query must select their contents using 'edges' > 'node', e.g: 'products { edges { node {'. Selecting via 'nodes' is not supported. Invalid connection fields: 'products'.",
    ],
    ['a top-level node', '{ node(id: "1") { id } }', 'Bulk queries cannot contain a top level `node` field.'],
    ['no connection', '{ shop { id } }', 'Bulk queries must contain at least one connection.'],
    [
      'a nesting depth above two',
      `{ ${edges('products', edges('variants', `inventoryItem { ${edges('inventoryLevels', `location { ${edges('inventoryLevels')} }`)} }`))} }`,
      'Bulk queries cannot contain connections with a nesting depth greater than 2.',
    ],
    [
      'six connections',
      `{ ${['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}: ${edges('products')}`).join(' ')} }`,
      'Bulk queries cannot contain more than 5 connections.',
    ],
    [
      'a parent without id',
      `{ products { edges { node { title ${edges('variants')} } } } }`,
      "The parent 'node' field for a nested connection must select the 'id' field without an alias and must be of 'ID' return type. Connection fields without 'id': products.",
    ],
    [
      'a parent with an alias for its id',
      `{ products { edges { node { key: id ${edges('variants')} } } } }`,
      "The parent 'node' field for a nested connection must select the 'id' field without an alias and must be of 'ID' return type. Connection fields without 'id': products.",
    ],
    [
      'a connection in a list',
      `{ ${edges('orders', 'refunds { refundLineItems { nodes { quantity } } }')} }`,
      'Queries that contain a connection field within a list field are not currently supported.',
    ],
    [
      'a mutation',
      'mutation { appUninstall { userErrors { message } } }',
      'Invalid operation type. Only `query` operations are supported.',
    ],
  ])('refuses %s', (_, query, message) => {
    expect(validateBulkQuery(query)).toContain(message)
  })

  it.each([
    ['broken text', '{ products {'],
    ['a field outside the schema', '{ products { edges { node { id colour } } } }'],
  ])('refuses %s', (_, query) => {
    expect(validateBulkQuery(query)[0]).toMatch(/^Invalid bulk query: /)
  })

  it('refuses more than 65,535 bytes', () => {
    expect(validateBulkQuery(`{ ${edges('products')} } #${'é'.repeat(33_000)}`)[0]).toContain('65535 bytes')
  })
})
