import type { z } from 'zod'
import { bulkRunSchema, bulkStatusSchema } from './answers.ts'
import { BULK_RUN, BULK_STATUS } from './bulk-queries.ts'
import { type GraphqlOptions, runQuery } from './graphql.ts'
import { isAllowedResultUrl, type LineBatch, readLines } from './json-lines.ts'
import { ShopifyError } from './shopify-error.ts'

export type BulkOperation = NonNullable<z.infer<typeof bulkStatusSchema>['bulkOperation']>

/** Starts a bulk operation and returns its id, or null if bulk is unavailable and paging must be used. */
export async function startBulk(options: GraphqlOptions, query: string): Promise<string | null> {
  try {
    const { bulkOperationRunQuery: run } = await runQuery(options, BULK_RUN, { query }, bulkRunSchema)
    if (run.bulkOperation) return run.bulkOperation.id
    const codes = run.userErrors.map((error) => error.code)
    if (codes.includes('OPERATION_IN_PROGRESS') || codes.includes('LIMIT_REACHED')) return null
    throw new ShopifyError('unexpected_answer', run.userErrors.map((error) => error.message).join('; '))
  } catch (error) {
    if (error instanceof ShopifyError && error.reason === 'access_denied') return null
    throw error
  }
}

/** Returns null when Shopify no longer knows the operation. */
export async function getBulk(options: GraphqlOptions, id: string): Promise<BulkOperation | null> {
  return (await runQuery(options, BULK_STATUS, { id }, bulkStatusSchema)).bulkOperation
}

/** Yields the result of a completed operation; one without a result file found nothing. */
export async function* readBulkLines(
  options: GraphqlOptions,
  operation: BulkOperation,
  range: { offset: number; batchLines: number },
): AsyncGenerator<LineBatch> {
  if (operation.url === null) return
  const url = new URL(operation.url)
  if (!isAllowedResultUrl(url, options.originFor(options.shopDomain))) {
    throw new ShopifyError('forbidden_result_host', url.host)
  }
  yield* readLines(options.http, { url: operation.url, ...range })
}
