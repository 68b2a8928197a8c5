import { ordersApi } from '@stockcast/contract'
import { callOrigin } from '../../kernel/audit/index.ts'
import { createApi } from '../../kernel/http/api.ts'
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

export function createPurchasingRoutes(kernel: Kernel) {
  const run = createVerbRunner(kernel)
  const read = createSnapshotRunner(kernel)
  return createApi()
    .serve(ordersApi.list, ({ c, query }) => read(c, (context) => listOrders(context, query)))
    .serve(ordersApi.create, ({ c, body }) => run(c, (context) => createOrder(context, body)))
    .serve(ordersApi.exportList, ({ c }) => ({
      fileName: 'purchase-orders.csv',
      content: exportOrders(kernel, signedIn(c).merchantId),
    }))
    .serve(ordersApi.addDraftLine, ({ c, body }) => run(c, (context) => addDraftLine(context, body)))
    .serve(ordersApi.removeDraftLine, async ({ c, params: { id: orderId, lineId } }) => {
      await run(c, (context) => removeDraftLine(context, { orderId, lineId }))
      return { done: true } as const
    })
    .serve(ordersApi.get, ({ c, params: { id: orderId } }) =>
      run(c, (context) => getOrder(context, { orderId })),
    )
    .serve(ordersApi.save, ({ c, params: { id: orderId }, body: wanted }) =>
      run(c, (context) => saveOrder(context, { orderId, wanted })),
    )
    .serve(ordersApi.remove, async ({ c, params: { id: orderId }, query }) => {
      await run(c, (context) => removeDraft(context, { orderId, ...query }))
      return { done: true } as const
    })
    .serve(ordersApi.markOrdered, ({ c, params: { id: orderId }, body: wanted }) =>
      run(c, (context) => markOrdered(context, { orderId, wanted })),
    )
    .serve(ordersApi.previewMail, ({ c, params: { id: orderId } }) =>
      run(c, (context) => previewMail(context, { orderId })),
    )
    .serve(ordersApi.send, ({ c, params: { id: orderId }, body: wanted }) =>
      sendOrder(kernel, signedIn(c).merchantId, { orderId, wanted, origin: callOrigin(kernel.config, c) }),
    )
    .serve(ordersApi.receive, ({ c, params: { id: orderId }, body: wanted }) => {
      const { email: by } = signedIn(c)
      return run(c, (context) => receiveOrder(context, { orderId, wanted, by }))
    })
    .serve(ordersApi.undoReceipt, ({ c, params: { id: orderId, receiptId }, body: { key } }) => {
      const { email: by } = signedIn(c)
      return run(c, (context) => undoReceipt(context, { orderId, receiptId, key, by }))
    })
    .serve(ordersApi.getNotInStore, ({ c, params: { id: orderId } }) =>
      read(c, (context) => getNotInStore(context, { orderId })),
    )
    .serve(ordersApi.answerNotInStore, ({ c, params: { id: orderId }, body }) =>
      run(c, (context) => answerNotInStore(context, { orderId, ...body })),
    )
    .serve(ordersApi.bookReceived, ({ c, params: { id: orderId }, body }) => {
      const { merchantId, email: by } = signedIn(c)
      return bookReceived(kernel, merchantId, { orderId, ...body, by })
    })
    .serve(ordersApi.unmatchLine, ({ c, params: { id: orderId, lineId } }) =>
      run(c, (context) => unmatchLine(context, { orderId, lineId })),
    )
    .serve(ordersApi.closeLine, ({ c, params: { id: orderId, lineId }, body }) =>
      run(c, (context) => closeLine(context, { orderId, lineId, ...body })),
    )
    .serve(ordersApi.reopenLine, ({ c, params: { id: orderId, lineId }, body }) =>
      run(c, (context) => reopenLine(context, { orderId, lineId, ...body })),
    )
    .serve(ordersApi.close, ({ c, params: { id: orderId }, body }) =>
      run(c, (context) => closeOrder(context, { orderId, ...body })),
    )
    .serve(ordersApi.cancel, ({ c, params: { id: orderId }, body }) =>
      run(c, (context) => cancelOrder(context, { orderId, ...body })),
    )
    .serve(ordersApi.reopen, ({ c, params: { id: orderId }, body }) =>
      run(c, (context) => reopenOrder(context, { orderId, ...body })),
    )
    .serve(ordersApi.getPapers, ({ c }) => run(c, getOrderPapers))
    .serve(ordersApi.savePapers, ({ c, body }) => run(c, (context) => saveOrderPapers(context, body)))
    .serve(ordersApi.exportPdf, async ({ c, params: { id: orderId } }) => {
      const [found, shop] = await run(
        c,
        async (context) => [await getOrder(context, { orderId }), await findOrderingShop(context)] as const,
      )
      return { fileName: orderFileName(found, 'pdf'), content: await orderPdf(found, shop) }
    })
    .serve(ordersApi.exportCsv, async ({ c, params: { id: orderId } }) => {
      const found = await run(c, (context) => getOrder(context, { orderId }))
      return { fileName: orderFileName(found, 'csv'), content: orderCsv(found) }
    })
}
