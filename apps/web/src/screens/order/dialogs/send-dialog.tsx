import { Button, Group, Modal } from '@mantine/core'
import { type OrderMail, type PurchaseOrder, routes } from '@stockcast/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { z } from 'zod'
import { ApiError } from '../../../api/api-error.ts'
import { api } from '../../../api/client.ts'
import { orderMailQuery, queryKeys } from '../../../api/queries.ts'
import { useMutation } from '../../../api/use-mutation.ts'
import { notifySuccess } from '../../../messages/notify.tsx'
import { orderingFailureOf } from '../../../ordering/ordering-failures.ts'
import { ErrorState } from '../../../ui/states.tsx'
import classes from '../order.module.css'
import { draftOf, isBlocked, MailFields, PendingMail } from './mail-fields.tsx'
import { useIsAddingAddress } from './to-field.tsx'

interface SendDialogProps {
  order: PurchaseOrder
  isOpen: boolean
  onClose: () => void
}

/** Shows the mail to the supplier as it would be sent, and sends it. */
export function SendDialog({ order, isOpen, onClose }: SendDialogProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={`Send ${order.number}`}
      size="lg"
      closeOnClickOutside={false}
    >
      <Preview order={order} onClose={onClose} />
    </Modal>
  )
}

type FormProps = Omit<SendDialogProps, 'isOpen'>

function Preview({ order, onClose }: FormProps) {
  const { data, error, refetch, isFetching } = useQuery(orderMailQuery(order.id, order.version))
  if (data) return <MailForm order={order} mail={data} onClose={onClose} />
  if (error) {
    return (
      <ErrorState
        {...orderingFailureOf('send_order', error)}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  }
  return <PendingMail />
}

const done = z.unknown()

function MailForm({ order, mail, onClose }: FormProps & { mail: OrderMail }) {
  const [draft, setDraft] = useState(() => draftOf(mail))
  // The same press is one mail, however often it is sent.
  const [key] = useState(() => crypto.randomUUID())
  const queryClient = useQueryClient()
  const isDraft = order.status === 'draft'
  const isAdding = useIsAddingAddress()
  const send = useMutation({
    mutationFn: () =>
      api.post(routes.sendOrder(order.id), done, {
        version: order.version,
        key,
        ...draft,
        to: draft.to.trim(),
        markOrdered: isDraft,
      }),
    onSuccess: () => {
      notifySuccess({
        title: 'Sending the order',
        message: `${order.number} to ${draft.to.trim()}.`,
      })
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.purchasing }),
  })
  const isAboutTo = send.error instanceof ApiError && send.error.field === 'to'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate()
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <MailFields
        order={order}
        mail={mail}
        draft={draft}
        fault={isAboutTo ? orderingFailureOf('send_order', send.error).message : null}
        onChange={(next) => {
          setDraft(next)
          send.reset()
        }}
      />
      {send.isError && !isAboutTo && <ErrorState {...orderingFailureOf('send_order', send.error)} />}
      <Group justify="flex-end" gap={8}>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          variant="filled"
          disabled={isBlocked(mail) || isAdding}
          loading={send.isPending}
        >
          {isDraft ? 'Send and mark as ordered' : 'Send'}
        </Button>
      </Group>
    </form>
  )
}
