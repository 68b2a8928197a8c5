import { Box } from '@mantine/core'
import { ordersApi, type PurchaseOrder, type Receipt } from '@stockcast/contract'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { WriteButton } from '../../session/read-only/write-button.tsx'
import { useSession } from '../../session/use-session.ts'
import { formatDay, formatTimeOrDay } from '../../ui/format/days.ts'
import { SectionHeader } from '../../ui/page-header.tsx'
import { mailStatusWords } from '../orders/orders-words.ts'
import classes from './order.module.css'
import { receiptWords } from './order-page-words.ts'
import { useOrderAction } from './use-order-action.ts'

/** Lists the deliveries, which can be undone, and the mails to the supplier. */
export function OrderHistory({ order }: { order: PurchaseOrder }) {
  const { receipts, mails } = order
  return (
    <>
      {receipts.length > 0 && (
        <Box component="section" mt={40} aria-labelledby="deliveries">
          <SectionHeader id="deliveries" title="Deliveries" />
          <ul className={classes.events}>
            {receipts.map((receipt) => (
              <ReceiptRow key={receipt.id} order={order} receipt={receipt} />
            ))}
          </ul>
        </Box>
      )}
      {mails.length > 0 && <Mails mails={mails} />}
    </>
  )
}

function ReceiptRow({ order, receipt }: { order: PurchaseOrder; receipt: Receipt }) {
  const { mutate, isPending } = useOrderAction(order)
  // One key for each press of this button, so that a repeated request undoes once.
  const [key] = useState(() => crypto.randomUUID())
  const undo = () =>
    call(ordersApi.undoReceipt, { params: { id: order.id, receiptId: receipt.id }, body: { key } })
  const { receivedOn, note, recordedBy, isReversed, reverses } = receipt
  return (
    <li data-undone={isReversed || undefined}>
      <div>
        <p>
          <b>{formatDay(receivedOn)}:</b> {receiptWords(receipt)}
          {isReversed && ', undone'}
        </p>
        <p className={classes.quiet}>
          {[
            ...(recordedBy === null ? [] : [`recorded by ${recordedBy}`]),
            ...(note === null ? [] : [note]),
          ].join('. ')}
        </p>
      </div>
      {!isReversed && reverses === null && (
        <WriteButton
          size="xs"
          loading={isPending}
          onClick={() => mutate({ send: undo, done: 'Delivery undone' })}
          aria-label={`Undo the delivery of ${formatDay(receivedOn)}`}
        >
          Undo
        </WriteButton>
      )}
    </li>
  )
}

function Mails({ mails }: Pick<PurchaseOrder, 'mails'>) {
  const { merchant, now } = useSession()
  return (
    <Box component="section" mt={40} aria-labelledby="mails">
      <SectionHeader id="mails" title="Emails to the supplier" />
      <ul className={classes.events}>
        {mails.map(({ id, recipient, askedAt, status }) => (
          <li key={id}>
            <div>
              <p>
                <b>{mailStatusWords[status]}</b> to {recipient}
              </p>
              <p className={classes.quiet} data-tone={status === 'sent' ? undefined : 'warning'}>
                {formatTimeOrDay(askedAt, now, merchant.timeZone)}
                {mailNotes[status]}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Box>
  )
}

const mailNotes: Record<PurchaseOrder['mails'][number]['status'], string> = {
  waiting: '',
  sent: '',
  failed: '. Nothing else about the order changed.',
  uncertain: '. We do not send it again by ourselves: ask the supplier whether it arrived.',
}
