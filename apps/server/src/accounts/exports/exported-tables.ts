import type { Tables } from '../../kernel/database/tables.ts'

export interface ExportedTable {
  /** The name of the file, without its extension. */
  file: string
  table: keyof Tables & string
  /** The column that has the merchant's id. */
  owner?: 'id'
  /** The rest of the primary key, which orders the rows. */
  key: readonly string[]
  /** Columns that are not exported. */
  without?: readonly string[]
}

/** The tables with a merchant's own data, one file each. */
export const exportedTables: readonly ExportedTable[] = [
  { file: 'account', table: 'merchants', owner: 'id', key: [], without: ['imported_sales'] },
  { file: 'settings', table: 'settings', key: [] },
  { file: 'team', table: 'memberships', key: ['user_id'], without: ['recipient_id'] },
  { file: 'invitations', table: 'invitations', key: ['id'], without: ['token_hash'] },
  { file: 'product-settings', table: 'variant_overrides', key: ['variant_id'] },
  { file: 'products', table: 'products', key: ['product_id'] },
  { file: 'collections', table: 'collections', key: ['collection_id'] },
  { file: 'variants', table: 'variants', key: ['variant_id'], without: ['title_key', 'sku_key'] },
  { file: 'locations', table: 'locations', key: ['location_id'] },
  { file: 'ways-between-locations', table: 'transfer_lanes', key: ['from_location_id', 'to_location_id'] },
  { file: 'transfers', table: 'stock_transfers', key: ['id'], without: ['attempt'] },
  { file: 'transfer-lines', table: 'stock_transfer_lines', key: ['transfer_id', 'variant_id'] },
  { file: 'projections-by-location', table: 'location_projections', key: ['variant_id', 'location_id'] },
  { file: 'stock', table: 'inventory_levels', key: ['variant_id', 'location_id'] },
  { file: 'stock-by-day', table: 'stock_daily', key: ['variant_id', 'day'] },
  { file: 'sales-by-day', table: 'sales_daily', key: ['variant_id', 'day'] },
  { file: 'orders', table: 'orders', key: ['order_id'] },
  { file: 'order-lines', table: 'order_lines', key: ['order_id', 'line_id'] },
  { file: 'bundles', table: 'bundles', key: ['bundle_id'] },
  {
    file: 'parts-of-bundles',
    table: 'bundle_components',
    key: ['bundle_id', 'component_id', 'source', 'valid_from'],
  },
  { file: 'forecasts', table: 'forecasts', key: ['variant_id'] },
  { file: 'forecast-of-the-shop', table: 'shop_forecasts', key: [] },
  { file: 'projections', table: 'stock_projections', key: ['variant_id'] },
  { file: 'alerts', table: 'alerts', key: ['id'] },
  { file: 'columns-of-files', table: 'column_choices', key: ['kind', 'head_hash'] },
  { file: 'snoozed-and-muted', table: 'alert_snoozes', key: ['variant_id'] },
  { file: 'suppliers', table: 'suppliers', key: ['id'], without: ['name_key'] },
  { file: 'supplier-products', table: 'supplier_variants', key: ['supplier_id', 'variant_id'] },
  { file: 'order-papers', table: 'order_papers', key: [] },
  { file: 'purchase-orders', table: 'purchase_orders', key: ['id'] },
  { file: 'purchase-order-lines', table: 'purchase_order_lines', key: ['order_id', 'id'] },
  { file: 'receipts', table: 'receipts', key: ['id'] },
  { file: 'receipt-lines', table: 'receipt_lines', key: ['receipt_id', 'line_id'] },
  { file: 'purchase-order-mails', table: 'purchase_order_mails', key: ['id'], without: ['press_key'] },
  {
    file: 'receipts-scheduled-in-the-store',
    table: 'scheduled_receipts',
    key: ['external_id', 'variant_id'],
  },
  { file: 'lead-times-in-the-store', table: 'store_lead_times', key: ['external_id'] },
  {
    file: 'orders-matched-with-the-store',
    table: 'store_order_matches',
    key: ['order_id', 'line_id', 'source'],
  },
  { file: 'imports', table: 'imports', key: ['id'], without: ['stored_as', 'attempts'] },
  { file: 'syncs', table: 'sync_runs', key: ['id'], without: ['cursor', 'owner', 'attempts'] },
  { file: 'changes-that-could-not-be-applied', table: 'webhook_faults', key: ['topic', 'event_id'] },
  { file: 'comparisons-with-the-store', table: 'reconcile_runs', key: ['id'] },
  { file: 'forecast-overrides', table: 'forecast_overrides', key: ['id'] },
  {
    file: 'forecast-override-products',
    table: 'forecast_override_variants',
    key: ['override_id', 'variant_id'],
  },
  { file: 'reports', table: 'reports', key: ['id'] },
  { file: 'report-settings', table: 'report_settings', key: ['kind'] },
  { file: 'report-recipients', table: 'report_recipients', key: ['kind', 'user_id'] },
  { file: 'report-mails', table: 'report_mails', key: ['report_id', 'user_id'] },
  { file: 'saved-views', table: 'saved_views', key: ['id'] },
  { file: 'calendar', table: 'shop_events', key: ['id'] },
  { file: 'calendar-products', table: 'shop_event_variants', key: ['event_id', 'variant_id'] },
  { file: 'shop-by-day', table: 'shop_days', key: ['day'] },
  // The address of a chat channel is a secret. A message may contain a code or a link that acts.
  {
    file: 'notifications',
    table: 'notification_channels',
    key: ['recipient_id', 'channel'],
    without: ['target'],
  },
  { file: 'alert-recipients', table: 'alert_recipients', key: ['recipient_id'] },
  { file: 'sms-consents', table: 'sms_consents', key: ['id'], without: ['code_nonce', 'code_tries'] },
  {
    file: 'messages',
    table: 'deliveries',
    key: ['id'],
    without: ['content', 'sealed_content', 'message_key'],
  },
  { file: 'billing', table: 'billing_accounts', key: [], without: ['version'] },
  { file: 'billing-mails', table: 'billing_mails', key: ['kind', 'reference'] },
  { file: 'activity', table: 'audit_log', key: ['id'] },
  { file: 'cancellations', table: 'cancellations', key: ['id'] },
]

/**
 * Tables of a merchant that are not exported, each with its reason. A new table must be in one of the two
 * lists.
 */
export const keptTables: Readonly<Record<string, string>> = {
  merchant_keys: 'a secret: the key that encrypts the others',
  shop_connections: 'secrets: the tokens of the store',
  oauth_states: 'a secret for some minutes, while a store is connected',
  webhook_inbox: 'webhooks of the store, before they are applied to the other tables',
  sync_seen_variants: 'notes of a running sync',
  sync_seen_levels: 'notes of a running sync',
  upload_chunks: 'an uploaded file before it is in the other files',
  import_sales: 'an uploaded file before it is in the other files',
  import_items: 'an uploaded file before it is in the other files',
  action_links: 'what the links in sent messages may still do',
  pending_notifications: 'which alert or late order is in which of the messages',
  checkout_sessions: 'checkout sessions at the payment provider, each of some minutes',
  billing_events: 'events of the payment provider, before they are applied to billing',
  trial_subjects: 'hashes by which a trial is remembered, which nobody can read',
  scorecards: 'made from the other files; its own file is exported from its screen',
  variant_trends: 'sums of sales-by-day, computed again each night',
  bundled_sales: 'derived from order-lines and parts-of-bundles',
  catalog_totals: 'sums of the other files, computed again after each change',
  stale_totals: 'whether catalog_totals are to be computed again',
  stale_days: 'days whose sums are still to be computed again',
  store_order_transfers: 'links by which receipts-scheduled-in-the-store get their supplier',
  purchase_order_numbers: 'the last number of purchase-orders',
  order_recipients: 'hashes of the recipients in purchase-order-mails, which nobody can read',
  transfer_suggestions: 'what to move, derived from the other files',
  order_plans: 'what to order, derived from the other files',
  override_changes: 'the former values of product-settings, for an undo',
}
