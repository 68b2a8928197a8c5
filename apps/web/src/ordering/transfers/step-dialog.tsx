import { Checkbox, Modal, NumberInput } from '@mantine/core'
import { useMap } from '@mantine/hooks'
import type { Transfer } from '@stockcast/contract'
import { type FormEvent, useState } from 'react'
import { FormActions } from '../../ui/form-actions.tsx'
import { formatUnits, groupingOfFields } from '../../ui/format/numbers.ts'
import classes from './transfers.module.css'
import { useTransferStep } from './use-transfer-actions.ts'

const words = {
  ship: { title: 'Mark as shipped', lead: 'Count what leaves', left: 'planned', button: 'Mark as shipped' },
  receive: {
    title: 'Mark as received',
    lead: 'Count what has arrived at',
    left: 'on the way',
    button: 'Mark as received',
  },
} as const

interface StepDialogProps {
  transfer: Transfer
  step: 'ship' | 'receive'
  onClose: () => void
}

/** Says how many units of each product were shipped or have arrived; all of them unless fewer are typed. */
export function StepDialog({ transfer, step, onClose }: StepDialogProps) {
  const { title, lead, left, button } = words[step]
  const typed = useMap<number, number | string>()
  const [isLast, setLast] = useState(false)
  const change = useTransferStep(transfer, onClose)
  const lines = transfer.lines
    .filter(({ refusedBecause }) => refusedBecause === null)
    .map((line) => ({ ...line, most: step === 'ship' ? line.units : line.shippedUnits - line.receivedUnits }))
    .filter(({ most }) => most > 0)
  const getUnits = ({ variantId, most }: (typeof lines)[number]) => Number(typed.get(variantId) ?? most) || 0
  const isPart = lines.some((line) => getUnits(line) < line.most)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate({
      step,
      lines: lines.map((line) => ({ variantId: line.variantId, units: getUnits(line) })),
      isLast: step === 'receive' && isPart && isLast,
    })
  }
  return (
    <Modal opened onClose={onClose} title={`${title}: ${transfer.number}`} closeOnClickOutside={false}>
      <form className={classes.form} onSubmit={submit}>
        <p>
          {lead} {step === 'ship' ? transfer.from.name : transfer.to.name}.
        </p>
        {lines.map((line) => (
          <NumberInput
            key={line.variantId}
            label={line.title}
            description={`${formatUnits(line.most)} ${left}`}
            min={0}
            max={line.most}
            clampBehavior="strict"
            allowDecimal={false}
            allowNegative={false}
            value={typed.get(line.variantId) ?? line.most}
            onChange={(units) => typed.set(line.variantId, units)}
            {...groupingOfFields()}
          />
        ))}
        {step === 'ship' && isPart && <p>What is not shipped now is left out of this transfer.</p>}
        {step === 'receive' && isPart && (
          <Checkbox
            label="The rest will not come"
            checked={isLast}
            onChange={(event) => setLast(event.currentTarget.checked)}
          />
        )}
        <FormActions
          onCancel={onClose}
          isBusy={change.isPending}
          isDisabled={!isLast && lines.every((line) => getUnits(line) === 0)}
        >
          {button}
        </FormActions>
      </form>
    </Modal>
  )
}
