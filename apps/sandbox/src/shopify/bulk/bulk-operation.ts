/** Of one app in one shop; a limit of the Admin API since 2026-01. */
export const MOST_CONCURRENT = 5

type Status = 'CREATED' | 'RUNNING' | 'CANCELING' | 'CANCELED' | 'COMPLETED' | 'FAILED'

export interface BulkOperation {
  number: number
  shop: string
  query: string
  isGrouped: boolean
  scopes: string[]
  status: Status
  errorCode: 'ACCESS_DENIED' | 'INTERNAL_SERVER_ERROR' | null
  createdAt: number
  completedAt: number | null
  objectCount: number
  rootObjectCount: number
  fileSize: number | null
}

export function isUnfinished({ status }: BulkOperation): boolean {
  return status === 'CREATED' || status === 'RUNNING' || status === 'CANCELING'
}
