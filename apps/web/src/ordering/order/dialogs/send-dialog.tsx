import { Modal } from '@mantine/core'
import { type OrderMail, ordersApi, type PurchaseOrder } from '@stockcast/contract'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { orderMailQuery } from '../../../api/queries.ts'
import { FormActions } from '../../../ui/form-actions.tsx'
import { notifySuccess } from '../../../ui/messages/notify.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { getOrderingFailure } from '../../ordering-failures.ts'
import { useOrderingChange } from '../../use-ordering-change.ts'
import { getDraft, isBlocked, type MailDraft, MailFields, PendingMail } from './mail-fields.tsx'
import { useIsAddingAddress } from './to-field.tsx'

interface SendDialogProps {
  order: PurchaseOrder
  isOpen: boolean
  onClose: () => void
}

/** Shows the mail to the supplier as it would be sent, and sends it. What was typed outlasts Escape. */
export function SendDialog({ order, isOpen, onClose }: SendDialogProps) {
  const [typed, setTyped] = useState<MailDraft | null>(null)
  const end = () => {
    setTyped(null)
    onClose()
  }
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={`Send ${order.number}`}
      size="lg"
      closeOnClickOutside={false}
    >
      <Preview order={order} isOpen={isOpen} typed={typed} onType={setTyped} onEnd={end} />
    </Modal>
  )
}

interface FormProps {
  order: PurchaseOrder
  isOpen: boolean
  /** Null: nothing yet. */
  typed: MailDraft | null
  onType: (draft: MailDraft) => void
  /** Called when it was sent or cancelled. */
  onEnd: () => void
}

function Preview({ order, ...form }: FormProps) {
  const { data, error, refetch, isFetching } = useQuery(orderMailQuery(order.id, order.version))
  if (data) return <MailForm order={order} mail={data} {...form} />
  if (error) {
    return <ErrorState {...getOrderingFailure('send_order', error)} retry={{ refetch, isFetching }} />
  }
  return <PendingMail />
}

function MailForm({ order, isOpen, mail, typed, onType, onEnd }: FormProps & { mail: OrderMail }) {
  const draft = typed ?? getDraft(mail)
  // The same press is one mail, however often it is sent.
  const [key] = useState(() => crypto.randomUUID())
  const isDraft = order.status === 'draft'
  const isAdding = useIsAddingAddress()
  const send = useOrderingChange({
    mutationFn: () =>
      call(ordersApi.send, {
        params: { id: order.id },
        body: {
          version: order.version,
          key,
          ...draft,
          to: draft.to.trim(),
          markOrdered: isDraft,
        },
      }),
    onSuccess: () => {
      notifySuccess({
        title: 'Sending the order',
        message: `${order.number} to ${draft.to.trim()}.`,
      })
      onEnd()
    },
  })
  const isAboutTo = send.error instanceof ApiError && send.error.field === 'to'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate()
  }
  return (
    <form className="form" onSubmit={submit}>
      <MailFields
        order={order}
        mail={mail}
        draft={draft}
        isOpen={isOpen}
        fault={isAboutTo ? getOrderingFailure('send_order', send.error).message : null}
        onChange={(next) => {
          onType(next)
          send.reset()
        }}
      />
      {send.isError && !isAboutTo && <ErrorState {...getOrderingFailure('send_order', send.error)} />}
      <FormActions onCancel={onEnd} isDisabled={isBlocked(mail) || isAdding} isBusy={send.isPending}>
        {isDraft ? 'Send and mark as ordered' : 'Send'}
      </FormActions>
    </form>
  )
}
