import type { FunctionName } from './functions.ts'

/** The path of every endpoint of the API; `{name}` is a parameter. The server's routes take them as they are. */
export const paths = {
  session: '/api/session',
  events: '/api/events',
  dashboard: '/api/dashboard',
  products: '/api/products',
  productsCsv: '/api/products/export.csv',
  productsXlsx: '/api/products/export.xlsx',
  product: '/api/products/{variantId}',
  variantSettings: '/api/variants/{id}/settings',
  plans: '/api/variants/{id}/plans',
  orders: '/api/variants/{id}/orders',
  order: '/api/variants/{id}/orders/{orderId}',
  snooze: '/api/variants/{id}/snooze',
  snoozes: '/api/snoozes',
  alerts: '/api/alerts',
  resolveAlert: '/api/alerts/{id}/resolve',
  resolveAlerts: '/api/alerts/resolve',
  undoResolve: '/api/alerts/resolve/undo',
  trends: '/api/trends',
  trendProducts: '/api/trends/products',
  trendProductsCsv: '/api/trends/products.csv',
  calendar: '/api/calendar',
  calendarEvents: '/api/calendar/events',
  calendarEvent: '/api/calendar/events/{id}',
  proposalAnswer: '/api/calendar/events/{id}/answer',
  scorecard: '/api/scorecard',
  sensitivity: '/api/scorecard/sensitivity',
  scorecardJson: '/api/scorecard/export.json',
  scorecardCsv: '/api/scorecard/export.csv',
  suppliers: '/api/suppliers',
  vendors: '/api/suppliers/vendors',
  suppliersCsv: '/api/suppliers/export.csv',
  supplierImportPreview: '/api/suppliers/import/preview',
  supplierImportApply: '/api/suppliers/import/apply',
  supplier: '/api/suppliers/{id}',
  archiveSupplier: '/api/suppliers/{id}/archive',
  restoreSupplier: '/api/suppliers/{id}/restore',
  supplierVariants: '/api/supplier-variants',
  supplierVariantsCsv: '/api/supplier-variants/export.csv',
  purchaseOrders: '/api/purchase-orders',
  purchaseOrdersCsv: '/api/purchase-orders/export.csv',
  draftLines: '/api/purchase-orders/draft-lines',
  purchaseOrder: '/api/purchase-orders/{id}',
  markOrdered: '/api/purchase-orders/{id}/order',
  sendOrder: '/api/purchase-orders/{id}/send',
  receiveOrder: '/api/purchase-orders/{id}/receive',
  undoReceipt: '/api/purchase-orders/{id}/receipts/{receiptId}/undo',
  notInStore: '/api/purchase-orders/{id}/not-in-store',
  bookReceived: '/api/purchase-orders/{id}/not-in-store/book',
  draftLine: '/api/purchase-orders/{id}/lines/{lineId}',
  unmatchLine: '/api/purchase-orders/{id}/lines/{lineId}/unmatch',
  closeLine: '/api/purchase-orders/{id}/lines/{lineId}/close',
  reopenLine: '/api/purchase-orders/{id}/lines/{lineId}/reopen',
  closeOrder: '/api/purchase-orders/{id}/close',
  cancelOrder: '/api/purchase-orders/{id}/cancel',
  reopenOrder: '/api/purchase-orders/{id}/reopen',
  purchaseOrderPdf: '/api/purchase-orders/{id}/pdf',
  purchaseOrderCsv: '/api/purchase-orders/{id}/csv',
  orderList: '/api/order-list',
  orderListCsv: '/api/order-list/export.csv',
  orderListDrafts: '/api/order-list/drafts',
  excessStock: '/api/excess-stock',
  excessStockCsv: '/api/excess-stock/export.csv',
  sync: '/api/sync',
  imports: '/api/imports',
  import: '/api/imports/{id}',
  applyImport: '/api/imports/{id}/apply',
  fileColumns: '/api/file-columns',
  sampleShop: '/api/sample-shop',
  inventory: '/api/inventory',
  sales: '/api/sales',
  settings: '/api/settings',
  orderPapers: '/api/settings/orders',
  applySettings: '/api/settings/apply',
  settingsOfVariants: '/api/settings/variants',
  undoSettings: '/api/settings/changes/{id}/undo',
  notifications: '/api/notifications',
  notificationOffer: '/api/notifications/offer',
  confirmNotificationEmail: '/api/notifications/email/confirmation',
  phoneCode: '/api/notifications/sms/code',
  confirmPhone: '/api/notifications/sms/confirm',
  testChannel: '/api/notifications/{channel}/test',
  deliveries: '/api/deliveries',
  retryDelivery: '/api/deliveries/{id}/retry',
  billing: '/api/billing',
  cancelPlan: '/api/billing/cancel',
  billingPortal: '/api/billing/portal',
  reactivatePlan: '/api/billing/reactivate',
  updatePaymentMethod: '/api/billing/update-payment-method',
  extendTrial: '/api/billing/extend-trial',
  account: '/api/account',
  keepAccount: '/api/account/keep',
  accountConfirmation: '/api/account/confirmation',
  accountEmail: '/api/account/email',
  confirmAccountEmail: '/api/account/email/confirm',
  accountActivity: '/api/account/activity',
  accountExport: '/api/account/export',
  team: '/api/team',
  invitations: '/api/team/invitations',
  invitation: '/api/team/invitations/{id}',
  resendInvitation: '/api/team/invitations/{id}/resend',
  teamPeople: '/api/team/people',
  teamMember: '/api/team/people/{userId}',
  shopOwner: '/api/team/owner',
  openShop: '/api/team/shop',
  /** Neither needs a session, only the token of the mailed link. */
  readInvitation: '/api/auth/invitation',
  acceptInvitation: '/api/auth/invitation/accept',
  devices: '/api/account/devices',
  device: '/api/account/devices/{id}',
  /** The auth provider's endpoints stand below it. */
  auth: '/api/auth',
  authToken: '/api/auth/token',
  apiDocument: '/api/openapi.json',
} as const

type Parameters<Path extends string> = Path extends `${string}{${string}}${infer Rest}`
  ? [value: string | number, ...Parameters<Rest>]
  : []

type Routes = {
  readonly [Name in keyof typeof paths]: (...values: Parameters<(typeof paths)[Name]>) => string
}

/** Builds the address of each endpoint: `routes.product(7)` is `/api/products/7`. */
export const routes = Object.fromEntries(
  Object.entries(paths).map(([name, path]) => [
    name,
    (...values: (string | number)[]) => {
      const left = values.values()
      return path.replace(/\{\w+\}/g, () => encodeURIComponent(left.next().value ?? ''))
    },
  ]),
) as Routes

/** Returns the path of a server function of spec §7. */
export function functionPath<Name extends FunctionName>(name: Name): `/functions/${Name}` {
  return `/functions/${name}`
}
