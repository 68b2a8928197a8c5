/** The documents of bulk operations. `operations.test.ts` validates each against the real schema. */

export const BULK_RUN = `mutation BulkRun($query: String!) {
  bulkOperationRunQuery(query: $query) {
    bulkOperation { id status }
    userErrors { code field message }
  }
}`

export const BULK_STATUS = `query BulkStatus($id: ID!) {
  bulkOperation(id: $id) { id status errorCode createdAt objectCount rootObjectCount url }
}`

/** Products with their variants and their stock: three connections, depth two, which is the maximum. */
export const BULK_PRODUCTS = `{
  products {
    edges {
      node {
        __typename
        id title status isGiftCard vendor productType tags updatedAt
        variants {
          edges {
            node {
              __typename
              id title sku barcode price position inventoryPolicy createdAt updatedAt
              product { id title }
              inventoryItem {
                id
                tracked
                unitCost { amount currencyCode }
                inventoryLevels {
                  edges {
                    node {
                      __typename
                      id
                      updatedAt
                      item { id }
                      location { id }
                      quantities(names: ["available", "on_hand", "incoming", "committed"]) { name quantity }
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}`

/**
 * Returns the bulk query for the orders of a search, with their lines. It requests nothing about the buyer.
 */
export function bulkOrders(search: string): string {
  return `{
  orders(query: "${search}") {
    edges {
      node {
        __typename
        id createdAt processedAt updatedAt cancelledAt test edited
        retailLocation { id }
        fulfillments(first: 3) { status location { id } }
        lineItems {
          edges {
            node {
              __typename
              id quantity currentQuantity
              variant { id }
              lineItemGroup { id variantId }
            }
          }
        }
      }
    }
  }
}`
}
