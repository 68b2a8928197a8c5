import { z } from 'zod'
import { answerNotInStoreSchema, bookReceivedSchema, notInStoreSchema } from '../not-in-store.ts'
import { orderMailSchema, sendOrderSchema } from '../order-mails.ts'
import { orderPapersSchema, saveOrderPapersSchema } from '../order-papers.ts'
import { receiveOrderSchema, undoReceiptSchema } from '../order-receipts.ts'
import {
  createPurchaseOrderSchema,
  deleteOrderQuerySchema,
  draftLineRequestSchema,
  draftLineSchema,
  markOrderedSchema,
  orderVersionSchema,
  purchaseOrderListSchema,
  purchaseOrderQuerySchema,
  purchaseOrderSchema,
  receivedOrderSchema,
  savePurchaseOrderSchema,
} from '../purchase-orders.ts'
import { doneSchema, endpoint } from './endpoint.ts'

/** Bytes of an order with a thousand lines. */
const LONG_ORDER = 500_000

const id = z.coerce.number().int().min(1)
const orderKey = z.object({ id })
const lineKey = z.object({ id, lineId: id })

export const list = endpoint('GET', '/api/purchase-orders', {
  role: 'viewer',
  summary: 'Purchase orders, newest first',
  query: purchaseOrderQuerySchema,
  answer: purchaseOrderListSchema,
  description: 'One page of the orders.',
})

export const create = endpoint('POST', '/api/purchase-orders', {
  role: 'buyer',
  use: 'order',
  maxBytes: LONG_ORDER,
  summary: 'Creates a draft',
  body: createPurchaseOrderSchema,
  answer: purchaseOrderSchema,
  description: 'The order.',
})

export const addDraftLine = endpoint('POST', '/api/purchase-orders/draft-lines', {
  role: 'buyer',
  use: 'order',
  summary: 'Adds a product to the newest draft of a supplier, or to a new one',
  body: draftLineRequestSchema,
  answer: draftLineSchema,
  description: 'The draft and its new line.',
})

export const removeDraftLine = endpoint('DELETE', '/api/purchase-orders/{id}/lines/{lineId}', {
  role: 'buyer',
  use: 'change',
  summary: 'Removes a line of a draft, and the draft with its last line',
  params: lineKey,
  answer: doneSchema,
  description: 'The line is removed.',
})

export const get = endpoint('GET', '/api/purchase-orders/{id}', {
  role: 'viewer',
  params: orderKey,
  answer: purchaseOrderSchema,
  description: 'An order with its lines, receipts and mails.',
})

export const save = endpoint('PUT', '/api/purchase-orders/{id}', {
  role: 'buyer',
  use: 'order_change',
  maxBytes: LONG_ORDER,
  summary: 'Changes an order; an outdated version is a conflict',
  params: orderKey,
  body: savePurchaseOrderSchema,
  answer: purchaseOrderSchema,
  description: 'The order.',
})

export const remove = endpoint('DELETE', '/api/purchase-orders/{id}', {
  role: 'buyer',
  use: 'change',
  summary: 'Deletes a draft',
  params: orderKey,
  query: deleteOrderQuerySchema,
  answer: doneSchema,
  description: 'The draft is deleted.',
})

export const markOrdered = endpoint('POST', '/api/purchase-orders/{id}/order', {
  role: 'buyer',
  use: 'change',
  summary: 'Marks a draft as ordered: its units count as incoming',
  params: orderKey,
  body: markOrderedSchema,
  answer: purchaseOrderSchema,
  description: 'The order.',
})

export const previewMail = endpoint('GET', '/api/purchase-orders/{id}/send', {
  role: 'viewer',
  summary: 'The mail of an order as it would be sent',
  params: orderKey,
  answer: orderMailSchema,
  description: 'The mail, for a preview.',
})

export const send = endpoint('POST', '/api/purchase-orders/{id}/send', {
  role: 'buyer',
  refuses: ['unconfirmed'],
  use: 'change',
  maxBytes: LONG_ORDER,
  summary: 'Sends an order to its supplier; the same key and version send one mail',
  params: orderKey,
  body: sendOrderSchema,
  answer: purchaseOrderSchema,
  description: 'The order.',
})

export const receive = endpoint('POST', '/api/purchase-orders/{id}/receive', {
  role: 'buyer',
  use: 'receipt',
  maxBytes: LONG_ORDER,
  summary: 'Adds a receipt; the same key again changes nothing',
  params: orderKey,
  body: receiveOrderSchema,
  answer: receivedOrderSchema,
  description: 'The order after the receipt.',
})

export const undoReceipt = endpoint('POST', '/api/purchase-orders/{id}/receipts/{receiptId}/undo', {
  role: 'buyer',
  use: 'receipt',
  summary: 'Undoes a receipt by adding its opposite',
  params: z.object({ id, receiptId: id }),
  body: undoReceiptSchema,
  answer: purchaseOrderSchema,
  description: 'The order.',
})

export const getNotInStore = endpoint('GET', '/api/purchase-orders/{id}/not-in-store', {
  role: 'viewer',
  params: orderKey,
  answer: notInStoreSchema,
  description: 'Received units that the store does not show yet.',
})

export const answerNotInStore = endpoint('POST', '/api/purchase-orders/{id}/not-in-store', {
  role: 'buyer',
  use: 'change',
  summary: 'Says that received units are in the store, or counts them for another week',
  params: orderKey,
  body: answerNotInStoreSchema,
  answer: purchaseOrderSchema,
  description: 'The order.',
})

export const bookReceived = endpoint('POST', '/api/purchase-orders/{id}/not-in-store/book', {
  role: 'buyer',
  use: 'booking',
  summary: 'Adds received units to the stock of the store, once',
  params: orderKey,
  body: bookReceivedSchema,
  answer: purchaseOrderSchema,
  description: 'The order.',
})

export const unmatchLine = endpoint('POST', '/api/purchase-orders/{id}/lines/{lineId}/unmatch', {
  role: 'buyer',
  use: 'change',
  summary: 'Counts units as incoming again that had been taken for a delivery',
  params: lineKey,
  answer: purchaseOrderSchema,
  description: 'The order.',
})

export const closeLine = endpoint('POST', '/api/purchase-orders/{id}/lines/{lineId}/close', {
  role: 'buyer',
  use: 'change',
  summary: 'Closes one line: what remains of it is not expected any more',
  params: lineKey,
  body: orderVersionSchema,
  answer: purchaseOrderSchema,
  description: 'The order.',
})

export const reopenLine = endpoint('POST', '/api/purchase-orders/{id}/lines/{lineId}/reopen', {
  role: 'buyer',
  use: 'change',
  summary: 'Expects what remains of a closed line again',
  params: lineKey,
  body: orderVersionSchema,
  answer: purchaseOrderSchema,
  description: 'The order.',
})

export const close = endpoint('POST', '/api/purchase-orders/{id}/close', {
  role: 'buyer',
  use: 'change',
  summary: 'Closes an order: what remains is not expected any more',
  params: orderKey,
  body: orderVersionSchema,
  answer: purchaseOrderSchema,
  description: 'The order.',
})

export const cancel = endpoint('POST', '/api/purchase-orders/{id}/cancel', {
  role: 'buyer',
  use: 'change',
  summary: 'Cancels a draft, or an order without receipts',
  params: orderKey,
  body: orderVersionSchema,
  answer: purchaseOrderSchema,
  description: 'The order.',
})

export const reopen = endpoint('POST', '/api/purchase-orders/{id}/reopen', {
  role: 'buyer',
  use: 'change',
  summary: 'Opens a closed order again, or turns an order without receipts back into a draft',
  params: orderKey,
  body: orderVersionSchema,
  answer: purchaseOrderSchema,
  description: 'The order.',
})

export const getPapers = endpoint('GET', '/api/settings/orders', {
  role: 'viewer',
  answer: orderPapersSchema,
  description: 'What stands on every order.',
})

export const savePapers = endpoint('PUT', '/api/settings/orders', {
  role: 'owner',
  use: 'order_papers',
  maxBytes: 300_000,
  summary: 'Saves what stands on every order, and how the next ones are numbered',
  body: saveOrderPapersSchema,
  answer: orderPapersSchema,
  description: 'What stands on every order, as saved.',
})

export const exportList = endpoint('GET', '/api/purchase-orders/export.csv', {
  role: 'viewer',
  use: 'export',
  file: 'csv',
  description: 'All orders as CSV.',
})

export const exportCsv = endpoint('GET', '/api/purchase-orders/{id}/csv', {
  role: 'viewer',
  use: 'export',
  params: orderKey,
  file: 'csv',
  description: 'The order as CSV, for the supplier.',
})

export const exportPdf = endpoint('GET', '/api/purchase-orders/{id}/pdf', {
  role: 'viewer',
  use: 'export',
  params: orderKey,
  file: 'pdf',
  description: 'The order as PDF, for the supplier.',
})
