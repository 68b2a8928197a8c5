import {
  answerNotInStoreSchema,
  bookReceivedSchema,
  createPurchaseOrderSchema,
  deleteOrderQuerySchema,
  draftLineRequestSchema,
  draftLineSchema,
  markOrderedSchema,
  notInStoreSchema,
  orderMailSchema,
  orderPapersSchema,
  orderVersionSchema,
  paths,
  purchaseOrderListSchema,
  purchaseOrderQuerySchema,
  purchaseOrderSchema,
  receivedOrderSchema,
  receiveOrderSchema,
  saveOrderPapersSchema,
  savePurchaseOrderSchema,
  sendOrderSchema,
  undoReceiptSchema,
} from '@stockcast/contract'
import { z } from 'zod'
import { callOrigin } from '../../kernel/audit/index.ts'
import {
  CSV_TYPE,
  createApi,
  createRoute,
  csvAnswer,
  fileHeaders,
  jsonAnswer,
  jsonBody,
  textStream,
} from '../../kernel/http/api.ts'
import { signedIn } from '../../kernel/http/context.ts'
import { createSnapshotRunner, createVerbRunner } from '../../kernel/http/run-verb.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { exportOrders } from './documents/list-csv.ts'
import { orderCsv } from './documents/order-csv.ts'
import { getOrderPapers, saveOrderPapers } from './documents/order-papers.ts'
import { orderPdf } from './documents/order-pdf.ts'
import { findOrderingShop, orderFileName } from './documents/ordering-shop.ts'
import { unmatchLine } from './incoming/unmatch-line.ts'
import { previewMail, sendOrder } from './mails/send-order.ts'
import { createOrder } from './orders/create-order.ts'
import { addDraftLine, removeDraftLine } from './orders/draft-lines.ts'
import { cancelOrder, closeLine, closeOrder, reopenLine, reopenOrder } from './orders/end-order.ts'
import { getOrder } from './orders/get-order.ts'
import { listOrders } from './orders/list-orders.ts'
import { markOrdered } from './orders/mark-ordered.ts'
import { receiveOrder, undoReceipt } from './orders/receive-order.ts'
import { removeDraft, saveOrder } from './orders/save-order.ts'
import { answerNotInStore } from './received/answer-not-in-store.ts'
import { bookReceived } from './received/book-received.ts'
import { getNotInStore } from './received/get-not-in-store.ts'

/** Enough for orders of a thousand lines, and for a logo. */
export const purchasingBodyLimits = {
  [paths.purchaseOrders]: 500_000,
  [`${paths.purchaseOrders}/`]: 500_000,
  [paths.orderPapers]: 300_000,
}

const id = z.coerce.number().int().min(1)
const params = z.object({ id })
const doneSchema = z.object({ done: z.literal(true) })
const order = jsonAnswer(purchaseOrderSchema, 'The order.')

const list = createRoute({
  method: 'get',
  path: paths.purchaseOrders,
  summary: 'Purchase orders, newest first',
  request: { query: purchaseOrderQuerySchema },
  responses: jsonAnswer(purchaseOrderListSchema, 'One page of the orders.'),
})

const create = createRoute({
  method: 'post',
  path: paths.purchaseOrders,
  use: 'order',
  summary: 'Creates a draft',
  request: { body: jsonBody(createPurchaseOrderSchema) },
  responses: order,
})

const addLine = createRoute({
  method: 'post',
  path: paths.draftLines,
  use: 'order',
  summary: 'Adds a product to the newest draft of a supplier, or to a new one',
  request: { body: jsonBody(draftLineRequestSchema) },
  responses: jsonAnswer(draftLineSchema, 'The draft and its new line.'),
})

const removeLine = createRoute({
  method: 'delete',
  path: paths.draftLine,
  use: 'change',
  summary: 'Removes a line of a draft, and the draft with its last line',
  request: { params: z.object({ id, lineId: id }) },
  responses: jsonAnswer(doneSchema, 'The line is removed.'),
})

const detail = createRoute({
  method: 'get',
  path: paths.purchaseOrder,
  request: { params },
  responses: jsonAnswer(purchaseOrderSchema, 'An order with its lines, receipts and mails.'),
})

const save = createRoute({
  method: 'put',
  path: paths.purchaseOrder,
  use: 'order_change',
  summary: 'Changes an order; an outdated version is a conflict',
  request: { params, body: jsonBody(savePurchaseOrderSchema) },
  responses: order,
})

const remove = createRoute({
  method: 'delete',
  path: paths.purchaseOrder,
  use: 'change',
  summary: 'Deletes a draft',
  request: { params, query: deleteOrderQuerySchema },
  responses: jsonAnswer(doneSchema, 'The draft is deleted.'),
})

const mark = createRoute({
  method: 'post',
  path: paths.markOrdered,
  use: 'change',
  summary: 'Marks a draft as ordered: its units count as incoming',
  request: { params, body: jsonBody(markOrderedSchema) },
  responses: order,
})

const preview = createRoute({
  method: 'get',
  path: paths.sendOrder,
  summary: 'The mail of an order as it would be sent',
  request: { params },
  responses: jsonAnswer(orderMailSchema, 'The mail, for a preview.'),
})

const send = createRoute({
  method: 'post',
  path: paths.sendOrder,
  use: 'change',
  summary: 'Sends an order to its supplier; the same key and version send one mail',
  request: { params, body: jsonBody(sendOrderSchema) },
  responses: order,
})

const receive = createRoute({
  method: 'post',
  path: paths.receiveOrder,
  use: 'receipt',
  summary: 'Adds a receipt; the same key again changes nothing',
  request: { params, body: jsonBody(receiveOrderSchema) },
  responses: jsonAnswer(receivedOrderSchema, 'The order after the receipt.'),
})

const undo = createRoute({
  method: 'post',
  path: paths.undoReceipt,
  use: 'receipt',
  summary: 'Undoes a receipt by adding its opposite',
  request: { params: z.object({ id, receiptId: id }), body: jsonBody(undoReceiptSchema) },
  responses: order,
})

const notInStore = createRoute({
  method: 'get',
  path: paths.notInStore,
  request: { params },
  responses: jsonAnswer(notInStoreSchema, 'Received units that the store does not show yet.'),
})

const answerReceived = createRoute({
  method: 'post',
  path: paths.notInStore,
  use: 'change',
  summary: 'Says that received units are in the store, or counts them for another week',
  request: { params, body: jsonBody(answerNotInStoreSchema) },
  responses: order,
})

const book = createRoute({
  method: 'post',
  path: paths.bookReceived,
  use: 'booking',
  summary: 'Adds received units to the stock of the store, once',
  request: { params, body: jsonBody(bookReceivedSchema) },
  responses: order,
})

const unmatch = createRoute({
  method: 'post',
  path: paths.unmatchLine,
  use: 'change',
  summary: 'Counts units as incoming again that had been taken for a delivery',
  request: { params: z.object({ id, lineId: id }) },
  responses: order,
})

const lineVersioned = { params: z.object({ id, lineId: id }), body: jsonBody(orderVersionSchema) }

const closeOneLine = createRoute({
  method: 'post',
  path: paths.closeLine,
  use: 'change',
  summary: 'Closes one line: what remains of it is not expected any more',
  request: lineVersioned,
  responses: order,
})

const reopenOneLine = createRoute({
  method: 'post',
  path: paths.reopenLine,
  use: 'change',
  summary: 'Expects what remains of a closed line again',
  request: lineVersioned,
  responses: order,
})

const versioned = { params, body: jsonBody(orderVersionSchema) }

const close = createRoute({
  method: 'post',
  path: paths.closeOrder,
  use: 'change',
  summary: 'Closes an order: what remains is not expected any more',
  request: versioned,
  responses: order,
})

const cancel = createRoute({
  method: 'post',
  path: paths.cancelOrder,
  use: 'change',
  summary: 'Cancels a draft, or an order without receipts',
  request: versioned,
  responses: order,
})

const reopen = createRoute({
  method: 'post',
  path: paths.reopenOrder,
  use: 'change',
  summary: 'Opens a closed order again, or turns an order without receipts back into a draft',
  request: versioned,
  responses: order,
})

const papers = createRoute({
  method: 'get',
  path: paths.orderPapers,
  responses: jsonAnswer(orderPapersSchema, 'What stands on every order.'),
})

const savePapers = createRoute({
  method: 'put',
  path: paths.orderPapers,
  use: 'order_papers',
  summary: 'Saves what stands on every order, and how the next ones are numbered',
  request: { body: jsonBody(saveOrderPapersSchema) },
  responses: jsonAnswer(orderPapersSchema, 'What stands on every order, as saved.'),
})

const listCsv = createRoute({
  method: 'get',
  path: paths.purchaseOrdersCsv,
  use: 'export',
  responses: csvAnswer('All orders as CSV.'),
})

const csv = createRoute({
  method: 'get',
  path: paths.purchaseOrderCsv,
  use: 'export',
  request: { params },
  responses: csvAnswer('The order as CSV, for the supplier.'),
})

const pdf = createRoute({
  method: 'get',
  path: paths.purchaseOrderPdf,
  use: 'export',
  request: { params },
  responses: {
    200: {
      description: 'The order as PDF, for the supplier.',
      content: { 'application/pdf': { schema: z.any() } },
    },
  },
})

export function createPurchasingRoutes(kernel: Kernel) {
  const run = createVerbRunner(kernel)
  const read = createSnapshotRunner(kernel)
  return createApi()
    .openapi(list, async (c) => {
      const query = c.req.valid('query')
      return c.json(await read(c, (context) => listOrders(context, query)), 200)
    })
    .openapi(create, async (c) => {
      const wanted = c.req.valid('json')
      return c.json(await run(c, (context) => createOrder(context, wanted)), 200)
    })
    .openapi(listCsv, (c) => {
      const text = textStream(exportOrders(kernel, signedIn(c).merchantId))
      return c.body(text, 200, fileHeaders('purchase-orders.csv', CSV_TYPE))
    })
    .openapi(addLine, async (c) => {
      const wanted = c.req.valid('json')
      return c.json(await run(c, (context) => addDraftLine(context, wanted)), 200)
    })
    .openapi(removeLine, async (c) => {
      const { id: orderId, lineId } = c.req.valid('param')
      await run(c, (context) => removeDraftLine(context, { orderId, lineId }))
      return c.json({ done: true } as const, 200)
    })
    .openapi(detail, async (c) => {
      const orderId = c.req.valid('param').id
      return c.json(await run(c, (context) => getOrder(context, { orderId })), 200)
    })
    .openapi(save, async (c) => {
      const input = { orderId: c.req.valid('param').id, wanted: c.req.valid('json') }
      return c.json(await run(c, (context) => saveOrder(context, input)), 200)
    })
    .openapi(remove, async (c) => {
      const input = { orderId: c.req.valid('param').id, ...c.req.valid('query') }
      await run(c, (context) => removeDraft(context, input))
      return c.json({ done: true } as const, 200)
    })
    .openapi(mark, async (c) => {
      const input = { orderId: c.req.valid('param').id, wanted: c.req.valid('json') }
      return c.json(await run(c, (context) => markOrdered(context, input)), 200)
    })
    .openapi(preview, async (c) => {
      const orderId = c.req.valid('param').id
      return c.json(await run(c, (context) => previewMail(context, { orderId })), 200)
    })
    .openapi(send, async (c) => {
      const input = {
        orderId: c.req.valid('param').id,
        wanted: c.req.valid('json'),
        origin: callOrigin(kernel.config, c),
      }
      return c.json(await sendOrder(kernel, signedIn(c).merchantId, input), 200)
    })
    .openapi(receive, async (c) => {
      const { email: by } = signedIn(c)
      const input = { orderId: c.req.valid('param').id, wanted: c.req.valid('json'), by }
      return c.json(await run(c, (context) => receiveOrder(context, input)), 200)
    })
    .openapi(undo, async (c) => {
      const { id: orderId, receiptId } = c.req.valid('param')
      const input = { orderId, receiptId, key: c.req.valid('json').key, by: signedIn(c).email }
      return c.json(await run(c, (context) => undoReceipt(context, input)), 200)
    })
    .openapi(notInStore, async (c) => {
      const orderId = c.req.valid('param').id
      return c.json(await read(c, (context) => getNotInStore(context, { orderId })), 200)
    })
    .openapi(answerReceived, async (c) => {
      const input = { orderId: c.req.valid('param').id, ...c.req.valid('json') }
      return c.json(await run(c, (context) => answerNotInStore(context, input)), 200)
    })
    .openapi(book, async (c) => {
      const { merchantId, email: by } = signedIn(c)
      const input = { orderId: c.req.valid('param').id, ...c.req.valid('json'), by }
      return c.json(await bookReceived(kernel, merchantId, input), 200)
    })
    .openapi(unmatch, async (c) => {
      const { id: orderId, lineId } = c.req.valid('param')
      return c.json(await run(c, (context) => unmatchLine(context, { orderId, lineId })), 200)
    })
    .openapi(closeOneLine, async (c) => {
      const { id: orderId, lineId } = c.req.valid('param')
      const input = { orderId, lineId, ...c.req.valid('json') }
      return c.json(await run(c, (context) => closeLine(context, input)), 200)
    })
    .openapi(reopenOneLine, async (c) => {
      const { id: orderId, lineId } = c.req.valid('param')
      const input = { orderId, lineId, ...c.req.valid('json') }
      return c.json(await run(c, (context) => reopenLine(context, input)), 200)
    })
    .openapi(close, async (c) => {
      const input = { orderId: c.req.valid('param').id, ...c.req.valid('json') }
      return c.json(await run(c, (context) => closeOrder(context, input)), 200)
    })
    .openapi(cancel, async (c) => {
      const input = { orderId: c.req.valid('param').id, ...c.req.valid('json') }
      return c.json(await run(c, (context) => cancelOrder(context, input)), 200)
    })
    .openapi(reopen, async (c) => {
      const input = { orderId: c.req.valid('param').id, ...c.req.valid('json') }
      return c.json(await run(c, (context) => reopenOrder(context, input)), 200)
    })
    .openapi(papers, async (c) => c.json(await run(c, getOrderPapers), 200))
    .openapi(savePapers, async (c) => {
      const wanted = c.req.valid('json')
      return c.json(await run(c, (context) => saveOrderPapers(context, wanted)), 200)
    })
    .openapi(pdf, async (c) => {
      const orderId = c.req.valid('param').id
      const [found, shop] = await run(
        c,
        async (context) => [await getOrder(context, { orderId }), await findOrderingShop(context)] as const,
      )
      const file = await orderPdf(found, shop)
      return c.body(file, 200, fileHeaders(orderFileName(found, 'pdf'), 'application/pdf'))
    })
    .openapi(csv, async (c) => {
      const orderId = c.req.valid('param').id
      const found = await run(c, (context) => getOrder(context, { orderId }))
      return c.body(orderCsv(found), 200, fileHeaders(orderFileName(found, 'csv'), CSV_TYPE))
    })
}
