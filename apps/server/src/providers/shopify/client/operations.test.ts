import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import {
  buildClientSchema,
  extendSchema,
  type GraphQLSchema,
  isEnumType,
  NoDeprecatedCustomRule,
  parse,
  specifiedRules,
  validate,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { OPTIONAL_TOPICS, SUBSCRIBED_TOPICS } from '../webhooks/subscriptions.ts'
import * as bulkQueries from './bulk-queries.ts'
import * as operations from './operations.ts'
import { createdSince, idsAbove, updatedSince } from './windows.ts'

const { API_VERSION, ...single } = operations
const { bulkOrders, ...bulk } = bulkQueries
const documents: Record<string, string> = {
  ...single,
  ...bulk,
  bulkOrders: bulkOrders(createdSince(new Date('2026-01-01T00:00:00Z'))),
}

function adminSchema(version: string): GraphQLSchema {
  const packageFile = findPackageJSON('@shopify/dev-mcp', import.meta.url)
  if (!packageFile) throw new Error('@shopify/dev-mcp is not installed')
  const file = join(dirname(packageFile), 'dist/data', `admin_${version}.json.gz`)
  const { data } = JSON.parse(gunzipSync(readFileSync(file)).toString())
  return buildClientSchema(data)
}

const ownExtension = parse(
  readFileSync(
    new URL('../../../../../sandbox/src/testing/purchase-orders.graphql', import.meta.url),
    'utf8',
  ),
)
const schema = extendSchema(adminSchema(API_VERSION), ownExtension)

function faults(document: string): string[] {
  return validate(schema, parse(document), [...specifiedRules, NoDeprecatedCustomRule]).map(
    (error) => error.message,
  )
}

describe('a document sent to Shopify', () => {
  it.each(Object.entries(documents))(
    '%s is valid on the real 2026-10 schema, without deprecated fields',
    (_, document) => {
      expect(faults(document)).toEqual([])
    },
  )

  it('is found invalid when a field does not exist', () => {
    expect(faults('{ shop { id nickname } }')).toHaveLength(1)
  })

  it('is found invalid when a field is deprecated', () => {
    expect(faults('{ currentBulkOperation { id } }').join()).toMatch(/deprecated/)
  })

  it('selects nothing about the buyer, and only the country of the shop’s address', () => {
    for (const document of Object.values(documents)) {
      const others = document.replace('shopAddress { countryCodeV2 }', '')
      expect(others).not.toMatch(/customer|email|phone|address|billing|shipping|firstName|lastName/i)
    }
  })

  it('writes ids in a search as numbers', () => {
    expect(idsAbove(7)).toBe('id:>7')
  })

  it('writes instants in a search as whole seconds in UTC', () => {
    expect(updatedSince(new Date('2026-01-02T03:04:05.678Z'))).toBe("updated_at:>='2026-01-02T03:04:05Z'")
  })
})

it('the topics of webhooks are all in the published schema, and 15 of them are about transfers and shipments', () => {
  const published = schema.getType('WebhookSubscriptionTopic')
  const known = isEnumType(published) ? published.getValues().map(({ name }) => name) : []
  const optional = Object.values(OPTIONAL_TOPICS).flat()
  expect([...SUBSCRIBED_TOPICS, ...optional].filter((topic) => !known.includes(topic))).toEqual([])
  expect(optional).toHaveLength(15)
})
