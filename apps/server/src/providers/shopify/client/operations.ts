/** Every document sent to the Admin API. `operations.test.ts` validates each against the real schema. */

export const API_VERSION = '2026-10'

export const SHOP_INFO = `query ShopInfo {
  shop { id name myshopifyDomain currencyCode ianaTimezone shopAddress { countryCodeV2 } }
  currentAppInstallation { id accessScopes { handle } }
}`

/** `first` 100: about 102 cost points. */
export const LOCATIONS_PAGE = `query Locations($first: Int!, $after: String) {
  locations(first: $first, after: $after, includeInactive: false, includeLegacy: true) {
    nodes { id name isActive }
    pageInfo { hasNextPage endCursor }
  }
}`

/** `first` 240: about 962 cost points. Every product has at least one variant, so this page lists both. */
export const VARIANTS_PAGE = `query VariantsPage($first: Int!, $after: String, $query: String) {
  productVariants(first: $first, after: $after, query: $query, sortKey: ID) {
    nodes {
      id title sku barcode price position inventoryPolicy createdAt updatedAt
      product { id title status isGiftCard vendor productType tags updatedAt }
      inventoryItem { id tracked unitCost { amount currencyCode } }
    }
    pageInfo { hasNextPage endCursor }
  }
}`

/** `first` 250: about 252 cost points. Lists which products changed; each is then read by `PRODUCT_BY_ID`. */
export const PRODUCTS_PAGE = `query ProductsPage($first: Int!, $after: String, $query: String) {
  products(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) {
    nodes { id updatedAt }
    pageInfo { hasNextPage endCursor }
  }
}`

/** About 505 cost points. */
export const PRODUCT_BY_ID = `query ProductById($id: ID!, $after: String) {
  product(id: $id) {
    id title status isGiftCard vendor productType tags updatedAt
    variants(first: 100, after: $after) {
      nodes {
        id title sku barcode price position inventoryPolicy createdAt updatedAt
        product { id title }
        inventoryItem { id tracked unitCost { amount currencyCode } }
      }
      pageInfo { hasNextPage endCursor }
    }
    collections(first: 100) { nodes { id title } pageInfo { hasNextPage endCursor } }
  }
}`

/** `first` 250: about 252 cost points. Each collection is then read by `COLLECTION_BY_ID`. */
export const COLLECTIONS_PAGE = `query CollectionsPage($first: Int!, $after: String) {
  collections(first: $first, after: $after, sortKey: ID) {
    nodes { id }
    pageInfo { hasNextPage endCursor }
  }
}`

/** About 253 cost points. Whether its products were chosen by hand or by a rule makes no difference. */
export const COLLECTION_BY_ID = `query CollectionById($id: ID!, $after: String) {
  collection(id: $id) {
    id title
    products(first: 250, after: $after) {
      nodes { id }
      pageInfo { hasNextPage endCursor }
    }
  }
}`

/** `first` 100: about 303 cost points. */
export const LEVELS_PAGE = `query LocationLevelsPage($locationId: ID!, $first: Int!, $after: String, $query: String) {
  location(id: $locationId) {
    id
    inventoryLevels(first: $first, after: $after, query: $query) {
      nodes {
        id
        updatedAt
        item { id }
        location { id }
        quantities(names: ["available", "on_hand", "incoming", "committed"]) { name quantity }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
}`

/** `first` 19: about 990 cost points. The rest of an order's lines is read by `ORDER_LINES`. */
export const ORDERS_PAGE = `query OrdersPage($first: Int!, $after: String, $query: String) {
  orders(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) {
    nodes {
      id createdAt processedAt updatedAt cancelledAt test edited
      retailLocation { id }
      fulfillments(first: 3) { status location { id } }
      lineItems(first: 14) {
        nodes { id quantity currentQuantity variant { id } lineItemGroup { id variantId } }
        pageInfo { hasNextPage endCursor }
      }
    }
    pageInfo { hasNextPage endCursor }
  }
}`

/** About 755 cost points. The rest of its lines is read by `ORDER_LINES`. */
export const ORDER_BY_ID = `query OrderById($id: ID!) {
  order(id: $id) {
    id createdAt processedAt updatedAt cancelledAt test edited
    retailLocation { id }
    fulfillments(first: 3) { status location { id } }
    lineItems(first: 250) {
      nodes { id quantity currentQuantity variant { id } lineItemGroup { id variantId } }
      pageInfo { hasNextPage endCursor }
    }
  }
}`

/** About 753 cost points. */
export const ORDER_LINES = `query OrderLines($id: ID!, $after: String) {
  order(id: $id) {
    id
    lineItems(first: 250, after: $after) {
      nodes { id quantity currentQuantity variant { id } lineItemGroup { id variantId } }
      pageInfo { hasNextPage endCursor }
    }
  }
}`

/**
 * `first` 5: about 772 cost points. The parts of bundles that the store sells as order lines of their own. Shopify allows 30 parts
 * in a bundle.
 */
export const BUNDLES_PAGE = `query BundlesPage($first: Int!, $after: String, $query: String) {
  productVariants(first: $first, after: $after, query: $query, sortKey: ID) {
    nodes {
      id
      productVariantComponents(first: 50) {
        nodes { id quantity productVariant { id title product { title } } }
        pageInfo { hasNextPage endCursor }
      }
    }
    pageInfo { hasNextPage endCursor }
  }
}`

/** About 101 cost points. */
export const ORDER_REFUNDS = `query OrderRefunds($id: ID!) {
  order(id: $id) { id refunds(first: 100) { id } }
}`

/** About 205 cost points. */
export const REFUND_LINES = `query RefundLines($id: ID!, $after: String) {
  refund(id: $id) {
    id
    totalRefundedSet { shopMoney { amount } }
    refundLineItems(first: 100, after: $after) {
      nodes { quantity restockType lineItem { id } }
      pageInfo { hasNextPage endCursor }
    }
  }
}`

/** `first` 250: about 252 cost points. Each transfer is then read by `TRANSFER_BY_ID`. */
export const TRANSFERS_PAGE = `query TransfersPage($first: Int!, $after: String, $query: String) {
  inventoryTransfers(first: $first, after: $after, query: $query, sortKey: ID) {
    nodes { id }
    pageInfo { hasNextPage endCursor }
  }
}`

/** About 309 cost points. */
export const TRANSFER_BY_ID = `query TransferById($id: ID!, $afterLine: String, $afterShipment: String) {
  inventoryTransfer(id: $id) {
    id name status dateCreated
    origin { name location { id } }
    destination { location { id } }
    lineItems(first: 100, after: $afterLine) {
      nodes { id totalQuantity inventoryItem { id } }
      pageInfo { hasNextPage endCursor }
    }
    shipments(first: 100, after: $afterShipment) {
      nodes { id }
      pageInfo { hasNextPage endCursor }
    }
  }
}`

/** About 204 cost points. */
export const SHIPMENT_BY_ID = `query ShipmentById($id: ID!, $after: String) {
  inventoryShipment(id: $id) {
    id status dateReceived
    tracking { arrivesAt }
    lineItems(first: 100, after: $after) {
      nodes { id quantity acceptedQuantity rejectedQuantity unreceivedQuantity inventoryItem { id } }
      pageInfo { hasNextPage endCursor }
    }
  }
}`

/** `first` 250: about 252 cost points. Each order is then read by `PURCHASE_ORDER_BY_ID`. */
export const PURCHASE_ORDERS_PAGE = `query PurchaseOrdersPage($first: Int!, $after: String) {
  inventoryPurchaseOrders(first: $first, after: $after) {
    nodes { id status }
    pageInfo { hasNextPage endCursor }
  }
}`

/** About 309 cost points. */
export const PURCHASE_ORDER_BY_ID = `query PurchaseOrderById($id: ID!, $afterLine: String, $afterTransfer: String) {
  inventoryPurchaseOrder(id: $id) {
    id name status orderedAt
    origin { supplierName }
    destination { location { id } }
    lineItems(first: 100, after: $afterLine) {
      nodes { id totalQuantity inventoryItem { id } }
      pageInfo { hasNextPage endCursor }
    }
    transfers(first: 100, after: $afterTransfer) {
      nodes { id }
      pageInfo { hasNextPage endCursor }
    }
  }
}`

/**
 * Lists subscriptions that were created through the API; those of the app's configuration file are not
 * listed.
 */
export const WEBHOOK_LIST = `query WebhookList($first: Int!, $after: String) {
  webhookSubscriptions(first: $first, after: $after) {
    nodes { id topic uri }
    pageInfo { hasNextPage endCursor }
  }
}`

export const WEBHOOK_CREATE = `mutation WebhookCreate($topic: WebhookSubscriptionTopic!, $webhookSubscription: WebhookSubscriptionInput!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: $webhookSubscription) {
    webhookSubscription { id }
    userErrors { field message }
  }
}`

export const WEBHOOK_DELETE = `mutation WebhookDelete($id: ID!) {
  webhookSubscriptionDelete(id: $id) {
    deletedWebhookSubscriptionId
    userErrors { field message }
  }
}`

/** 10 cost points. Up to 250 changes; all of them are made or none. */
export const ADD_STOCK = `mutation AddStock($input: InventoryAdjustQuantitiesInput!, $key: String!) {
  inventoryAdjustQuantities(input: $input) @idempotent(key: $key) {
    userErrors { code field message }
  }
}`

/** 10 cost points. All lines are taken or none. */
export const CREATE_TRANSFER = `mutation CreateTransfer($input: InventoryTransferCreateAsReadyToShipInput!, $key: String!) {
  inventoryTransferCreateAsReadyToShip(input: $input) @idempotent(key: $key) {
    inventoryTransfer { id name }
    userErrors { code field message }
  }
}`

export const APP_UNINSTALL = `mutation AppUninstall {
  appUninstall {
    userErrors { field message }
  }
}`
