import { z } from 'zod'
import { pageFields } from './pages.ts'

/** Security events of an account. */
export const auditEvents = [
  'signed_up',
  'signed_in',
  'sign_in_failed',
  'code_refused',
  'password_refused',
  'password_changed',
  'password_reset',
  'email_confirmed',
  'email_change_asked',
  'email_changed',
  'email_change_undone',
  'two_factor_on',
  'two_factor_off',
  'backup_codes_made',
  'devices_signed_out',
  'store_connected',
  'store_disconnected',
  'channels_changed',
  'reports_changed',
  'order_sent',
  'calendar_changed',
  'forecast_changed',
  'products_changed',
  'view_changed',
  'plan_changed',
  'data_exported',
  'member_invited',
  'member_joined',
  'member_role_changed',
  'member_signed_out',
  'member_removed',
  'member_left',
  'owner_changed',
  'order_created',
  'order_marked_ordered',
  'order_received',
] as const
export type AuditEvent = (typeof auditEvents)[number]

export const ACTIVITY_PAGE_SIZE = 20
export const activityQuerySchema = z.object({ page: z.coerce.number().int().min(1).max(100_000).default(1) })
export type ActivityQuery = z.output<typeof activityQuerySchema>

/** `GET /api/account/activity`, newest first. */
export const activitySchema = z.object({
  entries: z.array(
    z.object({
      id: z.number().int(),
      at: z.string(),
      event: z.enum(auditEvents),
      /** Browser and system in plain words, and the network address; null if no request caused it. */
      device: z.string().nullable(),
      address: z.string().nullable(),
      /** An extra detail, such as the new plan; null for most events. */
      detail: z.string().nullable(),
      /** Who did it, by address, in a shop with more than one person; null otherwise, and if nobody did. */
      by: z.string().nullable(),
    }),
  ),
  ...pageFields,
})
export type Activity = z.infer<typeof activitySchema>
