import { ordersApi } from '@stockcast/contract'
import { callOrigin } from '../../kernel/audit/record-audit.ts'
import { signedIn } from '../../kernel/http/context.ts'
import { createVerbApi } from '../../kernel/http/verb-api.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { inTransaction } from '../../kernel/verb-context.ts'
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
import { bookReceived } from './received/book-received.ts'
import { answerNotInStore, getNotInStore } from './received/get-not-in-store.ts'

export function createPurchasingRoutes(kernel: Kernel) {
  return createVerbApi(kernel)
    .read(ordersApi.list, listOrders)
    .run(ordersApi.create, createOrder)
    .serve(ordersApi.exportList, ({ c }) => ({
      fileName: 'purchase-orders.csv',
      content: exportOrders(kernel, signedIn(c).merchantId),
    }))
    .run(ordersApi.addDraftLine, addDraftLine)
    .run(ordersApi.removeDraftLine, (context, { id: orderId, lineId }) =>
      removeDraftLine(context, { orderId, lineId }),
    )
    .run(ordersApi.get, (context, { id: orderId }) => getOrder(context, { orderId }))
    .run(ordersApi.save, (context, { id: orderId, ...wanted }) => saveOrder(context, { orderId, wanted }))
    .run(ordersApi.remove, (context, { id: orderId, version }) => removeDraft(context, { orderId, version }))
    .run(ordersApi.markOrdered, (context, { id: orderId, ...wanted }) =>
      markOrdered(context, { orderId, wanted }),
    )
    .run(ordersApi.previewMail, (context, { id: orderId }) => previewMail(context, { orderId }))
    .serve(ordersApi.send, ({ c, params: { id: orderId }, body: wanted }) =>
      sendOrder(kernel, signedIn(c).merchantId, { orderId, wanted, origin: callOrigin(kernel.config, c) }),
    )
    .run(ordersApi.receive, (context, { id: orderId, ...wanted }) =>
      receiveOrder(context, { orderId, wanted, by: context.caller.email }),
    )
    .run(ordersApi.undoReceipt, (context, { id: orderId, receiptId, key }) =>
      undoReceipt(context, { orderId, receiptId, key, by: context.caller.email }),
    )
    .read(ordersApi.getNotInStore, (context, { id: orderId }) => getNotInStore(context, { orderId }))
    .run(ordersApi.answerNotInStore, (context, { id: orderId, answer }) =>
      answerNotInStore(context, { orderId, answer }),
    )
    .serve(ordersApi.bookReceived, ({ c, params: { id: orderId }, body }) => {
      const { merchantId, email: by } = signedIn(c)
      return bookReceived(kernel, merchantId, { orderId, ...body, by })
    })
    .run(ordersApi.unmatchLine, (context, { id: orderId, lineId }) =>
      unmatchLine(context, { orderId, lineId }),
    )
    .run(ordersApi.closeLine, (context, { id: orderId, ...line }) => closeLine(context, { orderId, ...line }))
    .run(ordersApi.reopenLine, (context, { id: orderId, ...line }) =>
      reopenLine(context, { orderId, ...line }),
    )
    .run(ordersApi.close, (context, { id: orderId, version }) => closeOrder(context, { orderId, version }))
    .run(ordersApi.cancel, (context, { id: orderId, version }) => cancelOrder(context, { orderId, version }))
    .run(ordersApi.reopen, (context, { id: orderId, version }) => reopenOrder(context, { orderId, version }))
    .run(ordersApi.getPapers, getOrderPapers)
    .run(ordersApi.savePapers, saveOrderPapers)
    .serve(ordersApi.exportPdf, async ({ c, params: { id: orderId } }) => {
      const [found, shop] = await inTransaction(kernel, signedIn(c).merchantId, async (context) => {
        return [await getOrder(context, { orderId }), await findOrderingShop(context)] as const
      })
      return { fileName: orderFileName(found, 'pdf'), content: await orderPdf(found, shop) }
    })
    .run(ordersApi.exportCsv, async (context, { id: orderId }) => {
      const found = await getOrder(context, { orderId })
      return { fileName: orderFileName(found, 'csv'), content: orderCsv(found) }
    })
}
