import { type FragmentDefinitionNode, getOperationAST, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { productDocuments } from '../../testing/product-documents.ts'
import { getCost } from './cost.ts'
import { CostBucket } from './cost-bucket.ts'
import { schema } from './schema.ts'

const operations = parse(productDocuments)

function cost(source: string, variables: Record<string, unknown> = {}, data?: unknown): number {
  const document = source.includes('{') ? parse(source) : operations
  const operation = getOperationAST(document, source.includes('{') ? null : source)!
  const fragments = document.definitions.filter((each) => each.kind === 'FragmentDefinition')
  const byName: Record<string, FragmentDefinitionNode> = {}
  for (const fragment of fragments) byName[fragment.name.value] = fragment
  return getCost({ schema, operation, fragments: byName, variables }, data)
}

describe('the cost of an operation', () => {
  it.each([
    ['ProductsPage', 250, 252],
    ['VariantsPage', 240, 962],
    ['LocationLevelsPage', 100, 403],
    ['Locations', 100, 102],
    ['OrdersPage', 15, 782],
    ['OrderLines', 0, 753],
    ['OrderRefunds', 0, 101],
    ['RefundLines', 0, 205],
    ['ProductById', 0, 505],
    ['ShopInfo', 0, 4],
    ['BulkRun', 0, 10],
  ])('%s with first %i costs %i by the classic formula', (name, first, points) => {
    expect(cost(name, { first })).toBe(points)
  })

  it('is the same through nodes, through edges and through a fragment', () => {
    const nodes = cost('{ products(first: 7) { nodes { id variants(first: 3) { nodes { id } } } } }')
    expect(nodes).toBe(2 + 7 * (1 + 2 + 3))
    expect(
      cost('{ products(first: 7) { edges { node { id variants(first: 3) { edges { node { id } } } } } } }'),
    ).toBe(nodes)
    expect(
      cost(
        '{ products(first: 7) { nodes { ...P } } } fragment P on Product { id variants(first: 3) { nodes { id } } }',
      ),
    ).toBe(nodes)
  })

  it('counts what an answer really holds', () => {
    const query =
      '{ products(first: 100) { nodes { id variants(first: 10) { nodes { id } } } } product(id: "1") { id } }'
    const nodes = [{ variants: { nodes: [{}, {}] } }, { variants: { nodes: [] } }]
    expect(cost(query, {}, { products: { nodes }, product: null })).toBe(2 + (1 + 2 + 2) + (1 + 2))
  })
})

it('the bucket of points takes, gives back and restores at its rate, up to its size', () => {
  const bucket = new CostBucket({ maximumAvailable: 1000, restoreRate: 50 }, 0)
  expect(bucket.take(700, 0)).toBe(true)
  expect(bucket.take(301, 0)).toBe(false)
  expect(bucket.status(0).currentlyAvailable).toBe(300)
  bucket.giveBack(100)
  expect(bucket.status(2000).currentlyAvailable).toBe(500)
  expect(bucket.status(60_000)).toEqual({
    maximumAvailable: 1000,
    currentlyAvailable: 1000,
    restoreRate: 50,
  })
})
