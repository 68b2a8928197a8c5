import { Checkbox, Modal, NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { majorAmount, minorAmount, type PurchaseOrder, type SavePurchaseOrder } from '@stockcast/contract'
import { useSession } from '../../../session/use-session.ts'
import { FormActions } from '../../../ui/form-actions.tsx'
import { groupingOfFields } from '../../../ui/format/numbers.ts'
import { amountField } from '../../money.ts'
import classes from '../order.module.css'
import { saveAction, useOrderAction } from '../use-order-action.ts'

interface DetailsDialogProps {
  order: PurchaseOrder
  isOpen: boolean
  onClose: () => void
}

/** Changes the expected day, the destination, the exchange rate, the costs beside the products and the note of an order. What was typed outlasts Escape. */
export function DetailsDialog({ order, isOpen, onClose }: DetailsDialogProps) {
  const changes = useForm<Partial<Details>>({ initialValues: {} })
  const end = () => {
    changes.reset()
    onClose()
  }
  return (
    <Modal opened={isOpen} onClose={onClose} title="Change order details" closeOnClickOutside={false}>
      <DetailsForm order={order} changes={changes} onEnd={end} />
    </Modal>
  )
}

interface Details extends Record<Cost, number | string> {
  expectedOn: string
  isConfirmed: boolean
  locationId: number | null
  fxRate: number | string
  costSharing: PurchaseOrder['costSharing']
  note: string
}

function getDetails(order: PurchaseOrder): Details {
  const { currency, expectedOn, isConfirmed, locationId, costSharing, note } = order
  return {
    expectedOn: expectedOn ?? '',
    isConfirmed,
    locationId,
    fxRate: order.fxRate ?? '',
    freightMinor: majorAmount(order.freightMinor, currency),
    dutyMinor: majorAmount(order.dutyMinor, currency),
    otherMinor: majorAmount(order.otherMinor, currency),
    costSharing,
    note: note ?? '',
  }
}

const costs = { freightMinor: 'Freight', dutyMinor: 'Duty', otherMinor: 'Other' } as const
type Cost = keyof typeof costs

const sharings = [
  { value: 'value', label: 'by value' },
  { value: 'units', label: 'by units' },
  { value: 'none', label: 'not shared out' },
]

interface DetailsFormProps {
  order: PurchaseOrder
  changes: UseFormReturnType<Partial<Details>>
  /** Called when it was saved or cancelled. */
  onEnd: () => void
}

function DetailsForm({ order, changes, onEnd }: DetailsFormProps) {
  const details = { ...getDetails(order), ...changes.values }
  const field = <Name extends keyof Details>(name: Name) => ({
    ...changes.getInputProps(name),
    value: details[name],
  })
  const { currency, locations } = order
  const { merchant } = useSession()
  const isForeign = currency !== merchant.currency
  const { run, isPending } = useOrderAction(order)
  const { expectedOn, isConfirmed, locationId, fxRate, costSharing, note } = details
  const minor = (cost: Cost) => minorAmount(Number(details[cost]) || 0, currency)
  const submit = changes.onSubmit(() => {
    const change: Omit<SavePurchaseOrder, 'version'> = {
      expectedOn: expectedOn === '' ? null : expectedOn,
      isConfirmed: expectedOn !== '' && isConfirmed,
      ...(isForeign && { fxRate: Number(fxRate) || null }),
      freightMinor: minor('freightMinor'),
      dutyMinor: minor('dutyMinor'),
      otherMinor: minor('otherMinor'),
      costSharing,
      ...(locationId !== order.locationId && { locationId }),
      note: note.trim() === '' ? null : note.trim(),
    }
    // What was typed stays where it could not be saved.
    void run(saveAction(order, change)).then((isSaved) => isSaved && onEnd())
  })
  return (
    <form className="form" onSubmit={submit}>
      <TextInput type="date" label="Expected on" data-autofocus {...field('expectedOn')} />
      <Checkbox
        label="The supplier confirmed this day"
        checked={isConfirmed}
        disabled={expectedOn === ''}
        onChange={(event) => changes.setFieldValue('isConfirmed', event.currentTarget.checked)}
      />
      {locations.length > 0 && (
        <Select
          label="Deliver to"
          description="Printed on the order."
          placeholder="Ship-to address of the settings"
          data={locations.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={locationId === null ? null : String(locationId)}
          clearable
          clearButtonProps={{ 'aria-label': 'Clear the destination' }}
          onChange={(value) => changes.setFieldValue('locationId', value === null ? null : Number(value))}
        />
      )}
      {isForeign && (
        <NumberInput
          label={`Exchange rate: ${merchant.currency} for 1 ${currency}`}
          description="What to order compares this supplier’s costs by it, once the order is placed."
          placeholder="unknown"
          hideControls
          decimalScale={6}
          min={0.000_001}
          max={1_000_000}
          allowNegative={false}
          {...field('fxRate')}
          {...groupingOfFields()}
        />
      )}
      <div className={classes.pair}>
        {(Object.keys(costs) as Cost[]).map((cost) => (
          <NumberInput
            key={cost}
            label={`${costs[cost]}, ${currency}`}
            hideControls
            {...field(cost)}
            {...amountField(currency)}
          />
        ))}
      </div>
      <Select
        label="Costs are shared among the products"
        data={sharings}
        allowDeselect={false}
        {...field('costSharing')}
      />
      <Textarea
        label="Note to the supplier"
        description="Printed on the order."
        rows={3}
        resize="vertical"
        maxLength={2000}
        {...field('note')}
      />
      <FormActions onCancel={onEnd} isBusy={isPending}>
        Save
      </FormActions>
    </form>
  )
}
