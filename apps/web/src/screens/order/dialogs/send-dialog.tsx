import { Button, Group, Modal, Skeleton, Textarea, TextInput } from '@mantine/core'
import { ORDER_SUBJECT_CHARACTERS, type OrderMail, type PurchaseOrder, routes } from '@stockcast/contract'
import { IconPaperclip } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { z } from 'zod'
import { ApiError } from '../../../api/api-error.ts'
import { api } from '../../../api/client.ts'
import { orderMailQuery, queryKeys } from '../../../api/queries.ts'
import { useMutation } from '../../../api/use-mutation.ts'
import { notifySuccess } from '../../../messages/notify.tsx'
import { orderingFailureOf } from '../../../ordering/ordering-failures.ts'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import classes from '../order.module.css'
import { ToField } from './to-field.tsx'

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
  return (
    <Loading label="Loading the email...">
      <Skeleton h={320} />
    </Loading>
  )
}

const obstacles: Record<Exclude<OrderMail['obstacle'], null>, string> = {
  no_address: 'The supplier has no email address yet: enter one and add it to the supplier.',
  all_stopped:
    'Every address of the supplier stopped your orders by email: add another, or send the PDF yourself.',
  paused:
    'Sending orders by email is paused, because several recipients reported your emails. We look at it; until then, send the PDF yourself.',
  demo: 'In the demo no email is sent. You can still mark the order as ordered.',
  no_lines: 'The order has no products yet.',
  wrong_state: 'An order in this state is not sent.',
}

const done = z.unknown()

function MailForm({ order, mail, onClose }: FormProps & { mail: OrderMail }) {
  const [to, setTo] = useState(mail.to ?? '')
  const [subject, setSubject] = useState('')
  const [text, setText] = useState(mail.text)
  // The same press is one mail, however often it is sent.
  const [key] = useState(() => crypto.randomUUID())
  const queryClient = useQueryClient()
  const isDraft = order.status === 'draft'
  const send = useMutation({
    mutationFn: () =>
      api.post(routes.sendOrder(order.id), done, {
        version: order.version,
        key,
        to: to.trim(),
        subject,
        text,
        markOrdered: isDraft,
      }),
    onSuccess: () => {
      notifySuccess({
        title: 'Sending the order',
        message: `${order.number} to ${to.trim()}.`,
      })
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.purchasing }),
  })
  const { obstacle } = mail
  const isBlocked = obstacle !== null && obstacle !== 'no_address' && obstacle !== 'all_stopped'
  const isAboutTo = send.error instanceof ApiError && send.error.field === 'to'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate()
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      {obstacle !== null && (
        <p className={classes.quiet} data-tone="warning" role="status">
          {obstacles[obstacle]}
        </p>
      )}
      <ToField
        order={order}
        mail={mail}
        to={to}
        fault={isAboutTo ? orderingFailureOf('send_order', send.error).message : null}
        onChange={(next) => {
          setTo(next)
          send.reset()
        }}
      />
      <TextInput
        label="Add to the subject"
        description={`It begins with: ${mail.subject}`}
        placeholder="optional"
        maxLength={ORDER_SUBJECT_CHARACTERS}
        value={subject}
        onChange={(event) => setSubject(event.currentTarget.value)}
      />
      <Textarea
        label="Text"
        description="The supplier sees that you wrote it. Links in it are shown as text."
        required
        rows={9}
        resize="vertical"
        maxLength={10_000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {mail.attachments.length > 0 && (
        <p className={classes.quiet}>
          <IconPaperclip size={14} stroke={1.75} aria-hidden />{' '}
          {mail.attachments.map(({ fileName }) => fileName).join(', ')}
        </p>
      )}
      {send.isError && !isAboutTo && <ErrorState {...orderingFailureOf('send_order', send.error)} />}
      <Group justify="flex-end" gap={8}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="filled" disabled={isBlocked} loading={send.isPending}>
          {isDraft ? 'Send and mark as ordered' : 'Send'}
        </Button>
      </Group>
    </form>
  )
}
