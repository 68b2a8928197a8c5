import { type Activity, type AuditEvent, subscriptionStatuses } from '@stockcast/contract'
import { formats } from '../format/country.ts'
import { statusLabels } from './billing-texts.ts'

const words: Readonly<Record<AuditEvent, string>> = {
  signed_up: 'Account created',
  signed_in: 'Signed in',
  sign_in_failed: 'Sign-in failed: wrong password',
  code_refused: 'Sign-in failed: correct password, wrong code',
  password_refused: 'Account change refused: wrong password',
  password_changed: 'Password changed',
  password_reset: 'Password reset by email',
  email_confirmed: 'Email address confirmed',
  email_change_asked: 'New email address requested',
  email_changed: 'Email address changed',
  email_change_undone: 'Email address restored',
  two_factor_on: 'Two-step sign-in turned on',
  two_factor_off: 'Two-step sign-in turned off',
  backup_codes_made: 'New backup codes created',
  devices_signed_out: 'Device signed out',
  store_connected: 'Store connected',
  store_disconnected: 'Store disconnected',
  channels_changed: 'Alert channels changed',
  reports_changed: 'Reports changed',
  order_sent: 'Order sent by email',
  calendar_changed: 'Calendar of the shop changed',
  forecast_changed: 'Forecast changed by hand',
  products_changed: 'Products changed',
  view_changed: 'Saved view changed',
  plan_changed: 'Plan changed',
  data_exported: 'Data exported',
  member_invited: 'Invitation sent',
  member_joined: 'Joined the team',
  member_role_changed: 'Role changed',
  member_signed_out: 'Member signed out',
  member_removed: 'Removed from the team',
  member_left: 'Left the team',
  owner_changed: 'Shop handed over',
  order_created: 'Order created',
  order_marked_ordered: 'Order placed',
  order_received: 'Order received',
}

/** What the details of these events are about, which begin with what was done to it: `Removed: …`. */
const subjects: Partial<Record<AuditEvent, string>> = {
  calendar_changed: 'Calendar entry',
  forecast_changed: 'Forecast adjustment',
  view_changed: 'View',
}
const formatDayWithYear = (day: string) => formats().date(new Date(day), 'dayWithYear')
/** The days of an entry stand last; a name before them may look like a day. */
const LAST_DAYS = /\d{4}-\d{2}-\d{2}(?= to \d{4}-\d{2}-\d{2}$|$)/g

/** Returns a line of the activity log in plain words. */
export function activityWords({
  event,
  detail,
}: Pick<Activity['entries'][number], 'event' | 'detail'>): string {
  if (detail === null) return words[event]
  const subject = subjects[event]
  if (subject !== undefined)
    return `${subject} ${detail.charAt(0).toLowerCase()}${detail.slice(1).replace(LAST_DAYS, formatDayWithYear)}`
  const status = subscriptionStatuses.find((each) => each === detail)
  return `${words[event]}: ${status === undefined ? detail : statusLabels[status].toLowerCase()}`
}
