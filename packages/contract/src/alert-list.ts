import { z } from 'zod'
import { alertSchema, alertTypes } from './alerts.ts'
import { pageFields, pageQuery } from './pages.ts'
import { groupFilters } from './product-groups.ts'

const MAX_ALERTS_PAGE = 200

/** `newest`: by the time of the alert; `stockout`: open alerts by their days until stockout, then the resolved ones. */
export const alertSorts = ['newest', 'stockout'] as const
export type AlertSort = (typeof alertSorts)[number]

/** `GET /api/alerts`. */
export const alertQuerySchema = z.object({
  search: z.string().trim().max(200).default(''),
  sort: z.enum(alertSorts).default('newest'),
  status: z.enum(['all', 'active', 'resolved']).default('all'),
  type: z.enum(['all', ...alertTypes]).default('all'),
  ...groupFilters,
  ...pageQuery(50, MAX_ALERTS_PAGE),
})
export type AlertQuery = z.input<typeof alertQuerySchema>

/** `POST /api/alerts/resolve`: resolves these alerts; those that are resolved already, or do not exist, are left out. */
export const resolveAlertsSchema = z.object({ alertIds: z.array(z.int().min(1)).min(1).max(MAX_ALERTS_PAGE) })
export const resolvedAlertsSchema = z.object({ resolved: z.int() })

/** How long a page offers to undo the resolving of alerts; the server accepts the undo a little longer. */
export const UNDO_RESOLVE_MS = 10_000

/**
 * `POST /api/alerts/resolve/undo` with the same body: raises new alerts in place of those that the merchant has just resolved.
 * The resolved alerts stay resolved, and nothing is sent again.
 */
export const raisedAgainSchema = z.object({ raised: z.int() })

export const alertListSchema = z.object({
  alerts: z.array(alertSchema),
  ...pageFields,
})
export type AlertList = z.infer<typeof alertListSchema>
