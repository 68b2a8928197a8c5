import { Modal, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ordersApi, type PurchaseOrder } from '@stockcast/contract'
import { call } from '../../../api/client.ts'
import { FormActions } from '../../../ui/form-actions.tsx'
import classes from '../order.module.css'
import { useOrderAction } from '../use-order-action.ts'

interface MarkOrderedDialogProps {
  order: PurchaseOrder
  isOpen: boolean
  onClose: () => void
}

/** Asks when the order was placed and when it is expected. */
export function MarkOrderedDialog({ order, isOpen, onClose }: MarkOrderedDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Mark as ordered">
      <MarkOrderedForm order={order} onClose={onClose} />
    </Modal>
  )
}

function MarkOrderedForm({ order, onClose }: Omit<MarkOrderedDialogProps, 'isOpen'>) {
  const form = useForm({ initialValues: { orderedOn: order.today, expectedOn: order.expectedOn ?? '' } })
  const { run, isPending } = useOrderAction(order)
  return (
    <form
      className="form"
      onSubmit={form.onSubmit(({ orderedOn, expectedOn }) => {
        const { id, version } = order
        const body = { version, orderedOn, ...(expectedOn === '' ? {} : { expectedOn }) }
        const send = () => call(ordersApi.markOrdered, { params: { id }, body })
        void run({ send, done: 'Marked as ordered' }).then((isDone) => isDone && onClose())
      })}
    >
      <p className={classes.quiet}>
        The units then count as on the way. No email is sent: use this for orders placed by phone or in a
        shop.
      </p>
      <TextInput
        type="date"
        label="Ordered on"
        data-autofocus
        max={order.today}
        required
        withAsterisk={false}
        {...form.getInputProps('orderedOn')}
      />
      <TextInput
        type="date"
        label="Expected on"
        description="Leave empty to use the supplier’s lead time."
        min={form.values.orderedOn}
        {...form.getInputProps('expectedOn')}
      />
      <FormActions onCancel={onClose} isBusy={isPending}>
        Mark as ordered
      </FormActions>
    </form>
  )
}
