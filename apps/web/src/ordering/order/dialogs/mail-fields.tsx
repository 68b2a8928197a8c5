import { Textarea, TextInput } from '@mantine/core'
import { ORDER_SUBJECT_CHARACTERS, type OrderMail } from '@stockcast/contract'
import { IconPaperclip } from '@tabler/icons-react'
import { Loading } from '../../../ui/states.tsx'
import classes from '../order.module.css'
import { type MailedOrder, ToField } from './to-field.tsx'

/** What a person changes in the mail of an order. */
export interface MailDraft {
  to: string
  subject: string
  text: string
}

/** Returns the mail as it is proposed. */
export const getDraft = (mail: OrderMail): MailDraft => ({ to: mail.to ?? '', subject: '', text: mail.text })

/** Returns whether the mail cannot be sent, whatever is entered. */
export const isBlocked = ({ obstacle }: OrderMail): boolean =>
  obstacle !== null && obstacle !== 'no_address' && obstacle !== 'all_stopped'

export function PendingMail() {
  return <Loading label="Loading the email..." h={420} />
}

interface MailFieldsProps {
  order: MailedOrder
  mail: OrderMail
  draft: MailDraft
  /** Why the server refused the address. */
  fault: string | null
  /** False while the dialog closes. */
  isOpen?: boolean
  onChange: (draft: MailDraft) => void
}

/** Shows the mail to a supplier as it would be sent, with the fields that can be changed. */
export function MailFields({ order, mail, draft, fault, isOpen = true, onChange }: MailFieldsProps) {
  return (
    <>
      {mail.obstacle !== null && (
        <p className={classes.quiet} data-tone="warning" role="status">
          {obstacles[mail.obstacle]}
        </p>
      )}
      <ToField
        order={order}
        mail={mail}
        to={draft.to}
        fault={fault}
        isOpen={isOpen}
        onChange={(to) => onChange({ ...draft, to })}
      />
      <TextInput
        label="Add to the subject"
        description={`It begins with: ${mail.subject}`}
        placeholder="optional"
        maxLength={ORDER_SUBJECT_CHARACTERS}
        value={draft.subject}
        onChange={(event) => onChange({ ...draft, subject: event.currentTarget.value })}
      />
      <Textarea
        label="Text"
        description="The email says that this text is from you. Links are sent as plain text."
        required
        withAsterisk={false}
        rows={12}
        resize="vertical"
        maxLength={10_000}
        value={draft.text}
        onChange={(event) => onChange({ ...draft, text: event.currentTarget.value })}
      />
      {mail.attachments.length > 0 && (
        <p className={classes.quiet}>
          <IconPaperclip size={14} stroke={1.75} aria-hidden />{' '}
          {mail.attachments.map(({ fileName }) => fileName).join(', ')}
        </p>
      )}
    </>
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
