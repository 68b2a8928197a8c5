import { Button, Group, Modal, TextInput } from '@mantine/core'
import type { PurchaseOrder } from '@stockcast/contract'
import { useState } from 'react'
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
  const [orderedOn, setOrderedOn] = useState(order.today)
  const [expectedOn, setExpectedOn] = useState(order.expectedOn ?? '')
  const { run, isPending } = useOrderAction(order)
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        const wanted = { orderedOn, ...(expectedOn === '' ? {} : { expectedOn }) }
        void run({ kind: 'order', wanted }).then((isDone) => isDone && onClose())
      }}
    >
      <p className={classes.quiet}>
        Its units then count as on the way. No mail is sent: use this for orders placed by phone or in a shop.
      </p>
      <TextInput
        type="date"
        label="Ordered on"
        max={order.today}
        required
        value={orderedOn}
        onChange={(event) => setOrderedOn(event.currentTarget.value)}
      />
      <TextInput
        type="date"
        label="Expected on"
        description="Empty: after the supplier’s lead time."
        min={orderedOn}
        value={expectedOn}
        onChange={(event) => setExpectedOn(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap={8}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="filled" loading={isPending}>
          Mark as ordered
        </Button>
      </Group>
    </form>
  )
}
