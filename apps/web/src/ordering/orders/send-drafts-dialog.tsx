import { Button, Group, Modal } from '@mantine/core'
import { type OrderMail, ordersApi, type PurchaseOrderRow } from '@stockcast/contract'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { orderMailQuery } from '../../api/queries.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import { notifySuccess } from '../../ui/messages/notify.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { formatSum } from '../money.ts'
import {
  getDraft,
  isBlocked,
  type MailDraft,
  MailFields,
  PendingMail,
} from '../order/dialogs/mail-fields.tsx'
import { useIsAddingAddress } from '../order/dialogs/to-field.tsx'
import classes from '../order/order.module.css'
import { getOrderingFailure } from '../ordering-failures.ts'
import { useOrderingChange } from '../use-ordering-change.ts'

interface SendDraftsDialogProps {
  drafts: readonly PurchaseOrderRow[]
  onClose: () => void
}

/** Shows the mail of each draft in turn, then sends those that were not left out with one press. */
export default function SendDraftsDialog({ drafts, onClose }: SendDraftsDialogProps) {
  // The list changes while orders are sent.
  const [all] = useState(drafts)
  return (
    <Modal opened onClose={onClose} title={`Send ${formatCount(all.length, 'draft')}`} size="lg">
      <Steps drafts={all} onClose={onClose} />
    </Modal>
  )
}

/** A draft that was looked at: its mail, or null if it is left out. */
type Decided = ReadonlyMap<number, { mail: MailDraft; key: string } | null>

function Steps({ drafts, onClose }: SendDraftsDialogProps) {
  const [at, setAt] = useState(0)
  const [decided, setDecided] = useState<Decided>(new Map())
  const order = drafts[at]!
  const isLast = at === drafts.length - 1
  const send = useSendDrafts(drafts, { onClose, onRefused: setAt })
  const { data, error, refetch, isFetching } = useQuery(orderMailQuery(order.id, order.version))
  const decide = (mail: MailDraft | null) => {
    const key = decided.get(order.id)?.key ?? crypto.randomUUID()
    const next = new Map(decided).set(order.id, mail && { mail, key })
    setDecided(next)
    if (!isLast) setAt(at + 1)
    else if (wanted(next) === 0) onClose()
    else send.mutate(next)
  }
  const others = wanted(new Map([...decided].filter(([id]) => id !== order.id)))
  const step = {
    order,
    before: decided.get(order.id)?.mail,
    fault: send.error?.orderId === order.id ? send.error.cause : null,
    isSending: send.isPending,
    sendLabel: isLast ? `Send ${formatCount(others + 1, 'order')}` : null,
    leaveLabel: isLast && others > 0 ? `Send ${others} without this one` : 'Leave out',
    onBack: at === 0 ? null : () => setAt(at - 1),
    onDecide: decide,
  }
  return (
    <div className="form">
      <p className={classes.quiet}>
        {at + 1} of {drafts.length}: <b>{order.number}</b> for {order.supplierName},{' '}
        {formatCount(order.lines, 'product')}, {formatCount(order.units, 'unit')},{' '}
        {formatSum(order.totalMinor, order.currency)}
      </p>
      {data && <Step key={order.id} mail={data} {...step} />}
      {error && <ErrorState {...getOrderingFailure('send_order', error)} retry={{ refetch, isFetching }} />}
      {!data && !error && <PendingMail />}
    </div>
  )
}

const wanted = (decided: Decided) => [...decided.values()].filter((each) => each !== null).length

interface StepProps {
  order: PurchaseOrderRow
  mail: OrderMail
  /** The mail as it was left, where the draft was looked at before. */
  before: MailDraft | undefined
  /** Why the server refused this order. */
  fault: unknown
  isSending: boolean
  /** Null before the last draft. */
  sendLabel: string | null
  leaveLabel: string
  onBack: (() => void) | null
  onDecide: (mail: MailDraft | null) => void
}

function Step({ order, mail, before, fault, ...step }: StepProps) {
  const [draft, setDraft] = useState(before ?? getDraft(mail))
  const isAdding = useIsAddingAddress()
  const isAboutTo = fault instanceof ApiError && fault.field === 'to'
  const words = fault === null ? null : getOrderingFailure('send_order', fault)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    step.onDecide({ ...draft, to: draft.to.trim() })
  }
  return (
    <form className="form" onSubmit={submit}>
      <MailFields
        order={order}
        mail={mail}
        draft={draft}
        fault={isAboutTo ? (words?.message ?? null) : null}
        onChange={setDraft}
      />
      {words !== null && !isAboutTo && <ErrorState {...words} />}
      <Group className="formActions" justify="flex-end" gap={8}>
        {step.onBack !== null && <Button onClick={step.onBack}>Back</Button>}
        <Button disabled={step.isSending} onClick={() => step.onDecide(null)}>
          {step.leaveLabel}
        </Button>
        <Button
          type="submit"
          variant="filled"
          disabled={isBlocked(mail) || isAdding}
          loading={step.isSending}
        >
          {step.sendLabel ?? 'Next'}
        </Button>
      </Group>
    </form>
  )
}

/** An order that the server refused; those before it are sent. */
class RefusedOrder extends Error {
  readonly orderId: number

  constructor(orderId: number, cause: unknown) {
    super('This order was refused.', { cause })
    this.orderId = orderId
  }
}

/** Sends the drafts one after the other. Pressed again after a refusal, the same mails are not sent twice. */
function useSendDrafts(
  drafts: readonly PurchaseOrderRow[],
  { onClose, onRefused }: { onClose: () => void; onRefused: (at: number) => void },
) {
  const { error, ...send } = useOrderingChange({
    mutationFn: async (decided: Decided) => {
      for (const { id, version } of drafts) {
        const one = decided.get(id)
        if (!one) continue
        const body = { version, key: one.key, ...one.mail, markOrdered: true }
        await call(ordersApi.send, { params: { id }, body }).catch((cause: unknown) => {
          throw new RefusedOrder(id, cause)
        })
      }
    },
    onSuccess: (_, decided) => {
      const sent = drafts.filter(({ id }) => decided.get(id))
      notifySuccess({
        title: `Sending ${formatCount(sent.length, 'order')}`,
        message: `${sent.map(({ number }) => number).join(', ')}.`,
      })
      onClose()
    },
    onError: (refused) =>
      onRefused(drafts.findIndex(({ id }) => refused instanceof RefusedOrder && id === refused.orderId)),
  })
  return { ...send, error: error instanceof RefusedOrder ? error : null }
}
