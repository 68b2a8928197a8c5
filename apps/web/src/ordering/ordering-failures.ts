import { type Message, toSentence } from '../ui/messages/error-messages.ts'

/** Titles of the screens about ordering, whose code the dashboard does not load. */
const titles = {
  load_order_list: 'Failed to load what to order',
  create_drafts: 'Failed to create the drafts',
  order_product: 'Failed to add to the draft',
  load_orders: 'Failed to load orders',
  load_order: 'Failed to load the order',
  change_order: 'Failed to change the order',
  send_order: 'Failed to send the order',
  receive_order: 'Failed to record the delivery',
  book_received: 'Failed to add the units to your store',
  load_suppliers: 'Failed to load suppliers',
  load_supplier: 'Failed to load the supplier',
  save_supplier: 'Failed to save the supplier',
  load_supplier_items: 'Failed to load what the supplier sells',
  import_suppliers: 'Failed to read the file',
  load_transfers: 'Failed to load transfers',
  create_transfers: 'Failed to draft the transfers',
  change_transfer: 'Failed to change the transfer',
  load_reports: 'Failed to load reports',
  save_report: 'Failed to save the report',
  send_report: 'Failed to send the report',
  load_excess: 'Failed to load overstock',
  save_view: 'Failed to save the view',
  change_many: 'Failed to change the products',
  undo_settings: 'Failed to undo the change',
  note_order: 'Failed to save the order',
  remove_order: 'Failed to remove the order',
  snooze_product: 'Failed to snooze',
  end_snooze: 'Failed to turn alerts on',
  load_plans: 'Failed to load orders and snoozes',
  load_snoozes: 'Failed to load snoozed products',
  download_file: 'Download failed',
} as const

/** Returns the title for the action, and one sentence about what happened. */
export const getOrderingFailure = (action: keyof typeof titles, error: unknown): Message => ({
  title: titles[action],
  message: toSentence(error),
})
