/** The types of columns whose SQL type is less precise, by table and column. `tables.ts` uses them. */
export interface ColumnTypes {
  'billing_accounts.card': { brand: string; last4: string; expMonth: number; expYear: number }
  'billing_accounts.open_invoice': {
    id: string
    amountCents: number
    currency: string
    url: string | null
    nextAttemptAt: string | null
  }
  'deliveries.content': object
  'import_items.items': object[]
  'imports.report': object
  'notification_channels.types': ('low_stock' | 'stockout_risk')[]
  'order_plans.details': object
  'order_plans.terms': object
  'override_changes.cover_days_after': (number | null)[]
  'override_changes.cover_days_before': (number | null)[]
  'override_changes.lead_time_after': (number | null)[]
  'override_changes.lead_time_before': (number | null)[]
  'override_changes.safety_stock_after': (number | null)[]
  'override_changes.safety_stock_before': (number | null)[]
  'purchase_orders.supplier_snapshot': {
    name: string
    email: string | null
    language: string
    contactName?: string
    address?: string
  }
  'reconcile_runs.differences': { stock: number; orders: number; products: number }
  'scorecards.products': { variantId: number; title: string; sku: string | null }[]
  'scorecards.result': object
  'supplier_variants.price_breaks': { fromUnits: number; unitCostMinor: number }[]
  'suppliers.shutdowns': { from: string; to: string }[]
}
