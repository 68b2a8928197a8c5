import { Button, Checkbox, Group, Modal, NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import { majorAmount, minorAmount, type PurchaseOrder, type SavePurchaseOrder } from '@stockcast/contract'
import { type FormEvent, useState } from 'react'
import { amountField } from '../../../ordering/money.ts'
import classes from '../order.module.css'
import { useOrderAction } from '../use-order-action.ts'

interface DetailsDialogProps {
  order: PurchaseOrder
  isOpen: boolean
  onClose: () => void
}

/** Changes the expected day, the costs beside the products and the note of an order. */
export function DetailsDialog({ order, isOpen, onClose }: DetailsDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Change day, costs or note" closeOnClickOutside={false}>
      <DetailsForm order={order} onClose={onClose} />
    </Modal>
  )
}

const costs = { freightMinor: 'Freight', dutyMinor: 'Duty', otherMinor: 'Other' } as const
type Cost = keyof typeof costs

const sharings = [
  { value: 'value', label: 'by value' },
  { value: 'units', label: 'by units' },
  { value: 'none', label: 'not shared out' },
]

function DetailsForm({ order, onClose }: Omit<DetailsDialogProps, 'isOpen'>) {
  const { currency } = order
  const { run, isPending } = useOrderAction(order)
  const [expectedOn, setExpectedOn] = useState(order.expectedOn ?? '')
  const [isConfirmed, setConfirmed] = useState(order.isConfirmed)
  const [amounts, setAmounts] = useState<Record<Cost, number | string>>({
    freightMinor: majorAmount(order.freightMinor, currency),
    dutyMinor: majorAmount(order.dutyMinor, currency),
    otherMinor: majorAmount(order.otherMinor, currency),
  })
  const [costSharing, setCostSharing] = useState(order.costSharing)
  const [note, setNote] = useState(order.note ?? '')
  const minor = (cost: Cost) => minorAmount(Number(amounts[cost]) || 0, currency)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const change: Omit<SavePurchaseOrder, 'version'> = {
      expectedOn: expectedOn === '' ? null : expectedOn,
      isConfirmed: expectedOn !== '' && isConfirmed,
      freightMinor: minor('freightMinor'),
      dutyMinor: minor('dutyMinor'),
      otherMinor: minor('otherMinor'),
      costSharing,
      note: note.trim() === '' ? null : note.trim(),
    }
    // What was typed stays where it could not be saved.
    void run({ kind: 'save', change }).then((isSaved) => isSaved && onClose())
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput
        type="date"
        label="Expected on"
        value={expectedOn}
        onChange={(event) => setExpectedOn(event.currentTarget.value)}
      />
      <Checkbox
        label="The supplier confirmed this day"
        checked={isConfirmed}
        disabled={expectedOn === ''}
        onChange={(event) => setConfirmed(event.currentTarget.checked)}
      />
      <div className={classes.pair}>
        {(Object.keys(costs) as Cost[]).map((cost) => (
          <NumberInput
            key={cost}
            label={`${costs[cost]}, ${currency}`}
            hideControls
            value={amounts[cost]}
            onChange={(value) => setAmounts((before) => ({ ...before, [cost]: value }))}
            {...amountField(currency)}
          />
        ))}
      </div>
      <Select
        label="Costs are shared among the products"
        data={sharings}
        value={costSharing}
        allowDeselect={false}
        onChange={(value) => value !== null && setCostSharing(value as typeof costSharing)}
      />
      <Textarea
        label="Note to the supplier"
        description="Printed on the order."
        rows={3}
        resize="vertical"
        maxLength={2000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap={8}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="filled" loading={isPending}>
          Save
        </Button>
      </Group>
    </form>
  )
}
