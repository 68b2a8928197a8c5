import { type BulkOperation, MAX_CONCURRENT } from '../bulk/bulk-operation.ts'
import { validateBulkQuery } from '../bulk/validate-bulk-query.ts'
import type { WebhookSubscription } from '../webhooks/subscriptions.ts'
import type { TopicName } from '../webhooks/topics.ts'
import { type AdjustArguments, adjustQuantities } from './adjust-quantities.ts'
import { createTransferReadyToShip, type TransferArguments } from './create-transfer.ts'
import { sortedListing } from './listing.ts'
import { inboundReaders, inboundRoot } from './read-inbound.ts'
import { inventoryReaders, listLocations } from './read-inventory.ts'
import { listOrders, orderReaders } from './read-orders.ts'
import {
  type ListArguments,
  listCollections,
  listProducts,
  listVariants,
  productReaders,
} from './read-products.ts'
import { dateTime, type ReadContext, type Readers } from './readers.ts'

type ById = { id: string }

const queryRoot: Readers[string] = {
  fields: {
    shop: () => ({}),
    currentAppInstallation: () => ({}),
    ...inboundRoot.fields,
    location: (_source, args: { id?: string | null }, { store }) =>
      store.locations[args.id ? (store.ids.indexOf('Location', args.id) ?? -1) : 0] ?? null,
    product: (_source, { id }: ById, { store }) => {
      const product = store.products[store.ids.indexOf('Product', id) ?? -1]
      return product && !product.isDeleted ? product : null
    },
    collection: (_source, { id }: ById, { store }) => {
      const collection = store.collections[store.ids.indexOf('Collection', id) ?? -1]
      return collection && !collection.isDeleted ? collection : null
    },
    order: (_source, { id }: ById, context) => {
      const order = context.store.ids.indexOf('Order', id)
      return order !== null && order < context.store.orders.orderCount ? order : null
    },
    refund: (_source, { id }: ById, { store }) =>
      store.orders.refunds[store.ids.indexOf('Refund', id) ?? -1] ?? null,
    bulkOperation: (_source, { id }: ById, { bulk, store }) => bulk.find(store.profile.domain, id),
  },
  connections: {
    products: (_source, args: ListArguments, { store }) => listProducts(store, args),
    collections: (_source, _args, { store }) => listCollections(store),
    productVariants: (_source, args: ListArguments, { store }) => listVariants(store, store.variants, args),
    ...inboundRoot.connections,
    locations: (_source, _args, { store }) => listLocations(store),
    orders: (_source, args: ListArguments, context) => listOrders(args, context),
    webhookSubscriptions: (_source, _args, { webhooks, store }) =>
      sortedListing(webhooks.list(store.profile.domain), {
        sortValueOf: (subscription: WebhookSubscription) => subscription.createdAt,
        numberOf: (subscription: WebhookSubscription) => subscription.number,
      }),
  },
}

const mutation: Readers[string] = {
  fields: {
    appUninstall: (_source, _args, context) => {
      context.uninstall()
      return { userErrors: [] }
    },
    inventoryAdjustQuantities: (_source, args: AdjustArguments, context) => adjustQuantities(args, context),
    inventoryTransferCreateAsReadyToShip: (_source, args: TransferArguments, context) =>
      createTransferReadyToShip(args, context),
    bulkOperationRunQuery: (_source, args: { query: string }, context) => startBulkOperation(args, context),
    webhookSubscriptionCreate: (_source, args: WebhookArguments, context) =>
      createSubscription(args, context),
    webhookSubscriptionDelete: (_source, { id }: ById, { webhooks, store }) => {
      const number = Number(/^gid:\/\/shopify\/WebhookSubscription\/(\d+)$/.exec(id)?.[1])
      return webhooks.delete(store.profile.domain, number)
        ? { deletedWebhookSubscriptionId: id, userErrors: [] }
        : {
            deletedWebhookSubscriptionId: null,
            userErrors: [{ field: ['id'], message: 'Webhook subscription does not exist' }],
          }
    },
  },
}

const operationReaders: Readers = {
  BulkOperation: {
    fields: {
      id: ({ number }: BulkOperation) => `gid://shopify/BulkOperation/${number}`,
      createdAt: ({ createdAt }: BulkOperation) => dateTime(createdAt),
      objectCount: ({ objectCount }: BulkOperation) => String(objectCount),
      rootObjectCount: ({ rootObjectCount }: BulkOperation) => String(rootObjectCount),
      url: (operation: BulkOperation, _args, { bulk, origin }) => bulk.toUrl(operation, origin),
    },
  },
  WebhookSubscription: {
    fields: {
      id: ({ number }: WebhookSubscription) => `gid://shopify/WebhookSubscription/${number}`,
    },
  },
}

const shopReaders: Readers = {
  Shop: {
    fields: {
      id: (_source, _args, { store }) => store.ids.toGid('Shop', 0),
      name: (_source, _args, { store }) => store.profile.name,
      myshopifyDomain: (_source, _args, { store }) => store.profile.domain,
      currencyCode: (_source, _args, { store }) => store.profile.currencyCode,
      ianaTimezone: (_source, _args, { store }) => store.profile.timeZone,
      shopAddress: (_source, _args, { store }) => ({ countryCodeV2: store.profile.countryCode }),
    },
  },
  AppInstallation: {
    fields: {
      id: (_source, _args, { store }) => store.ids.toGid('AppInstallation', 0),
      accessScopes: (_source, _args, { scopes }) => [...scopes].map((handle) => ({ handle })),
    },
  },
}

export const readers: Readers = {
  QueryRoot: queryRoot,
  Mutation: mutation,
  ...operationReaders,
  ...shopReaders,
  ...productReaders,
  ...inventoryReaders,
  ...inboundReaders,
  ...orderReaders,
}

function startBulkOperation(args: { query: string }, context: ReadContext) {
  const { bulk, store, scopes } = context
  const shop = store.profile.domain
  const messages = validateBulkQuery(args.query)
  if (messages.length > 0) {
    const userErrors = messages.map((message) => ({ code: 'INVALID', field: ['query'], message }))
    return { bulkOperation: null, userErrors }
  }
  const running = bulk.running(shop)
  if (running.length >= MAX_CONCURRENT) {
    const ids = running.map(({ number }) => `gid://shopify/BulkOperation/${number}`).join(', ')
    const message = `A bulk query operation for this app and shop is already in progress: ${ids}.`
    return { bulkOperation: null, userErrors: [{ code: 'OPERATION_IN_PROGRESS', field: null, message }] }
  }
  const operation = bulk.start({ shop, query: args.query, scopes: [...scopes] })
  return { bulkOperation: { ...operation }, userErrors: [] }
}

interface WebhookArguments {
  topic: TopicName
  webhookSubscription: { uri?: string | null }
}

function createSubscription({ topic, webhookSubscription: wanted }: WebhookArguments, context: ReadContext) {
  const refuse = (message: string) => ({
    webhookSubscription: null,
    userErrors: [{ field: ['webhookSubscription', 'uri'], message }],
  })
  if (!wanted.uri) return refuse("Address can't be blank")
  if (!URL.canParse(wanted.uri)) return refuse('Address is invalid')
  const created = context.webhooks.create({
    shop: context.store.profile.domain,
    topic,
    uri: wanted.uri,
    createdAt: context.now,
  })
  return created
    ? { webhookSubscription: created, userErrors: [] }
    : refuse('Address for this topic has already been taken')
}
