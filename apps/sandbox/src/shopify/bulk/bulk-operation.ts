/** Maximum number of concurrent operations of one app in one shop; a limit of the Admin API since 2026-01. */
export const MAX_CONCURRENT = 5

type Status = 'CREATED' | 'RUNNING' | 'COMPLETED' | 'FAILED'

export interface BulkOperation {
  number: number
  shop: string
  query: string
  scopes: string[]
  status: Status
  errorCode: 'ACCESS_DENIED' | 'INTERNAL_SERVER_ERROR' | null
  createdAt: number
  completedAt: number | null
  objectCount: number
  rootObjectCount: number
}

export function isUnfinished({ status }: BulkOperation): boolean {
  return status === 'CREATED' || status === 'RUNNING'
}

/** Operations on bulk operations that API calls use. */
export interface BulkOperationCalls {
  start(wanted: Pick<BulkOperation, 'shop' | 'query' | 'scopes'>): BulkOperation
  running(shop: string): BulkOperation[]
  find(shop: string, gid: string): BulkOperation | null
  toUrl(operation: BulkOperation, origin: string): string | null
}
