import { Modal, SegmentedControl, TextInput } from '@mantine/core'
import { type BulkVariantSettings, type Defaults, settingsApi } from '@stockcast/contract'
import { type FormEvent, useState } from 'react'
import { call } from '../../../api/client.ts'
import { queryKeys } from '../../../api/queries.ts'
import { useMutation, useReload } from '../../../api/use-mutation.ts'
import { useUndoSettings } from '../../../ordering/groups/use-undo-settings.ts'
import { FormActions } from '../../../ui/form-actions.tsx'
import { formatCount } from '../../../ui/format/numbers.ts'
import { getFailure } from '../../../ui/messages/error-messages.ts'
import { notifySuccess, notifyUndoable } from '../../../ui/messages/notify.tsx'
import { changedMessage } from '../../../ui/messages/settings-texts.ts'
import { ErrorState } from '../../../ui/states.tsx'
import { type Field, fields, readNumber } from './draft.ts'
import classes from './products-tab.module.css'
import { type Filter, getTarget, type Selection } from './selection.ts'

/** What happens to one setting of many products. */
interface Choice {
  kind: 'keep' | 'set' | 'clear'
  typed: string
}

type Choices = Record<Field, Choice>

const keep: Choice = { kind: 'keep', typed: '' }

const keepAll: Choices = { safetyStock: keep, leadTimeDays: keep, coverDays: keep }

interface BulkDialogProps {
  isOpen: boolean
  onClose: () => void
  onChanged: () => void
  selection: Selection
  filter: Filter
  count: number
  defaults: Defaults
}

export function BulkDialog({ isOpen, onClose, ...rest }: BulkDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={`Change ${formatCount(rest.count, 'product')}`}>
      <BulkForm onClose={onClose} {...rest} />
    </Modal>
  )
}

type BulkFormProps = Omit<BulkDialogProps, 'isOpen'>

function BulkForm({ onClose, onChanged, selection, filter, count, defaults }: BulkFormProps) {
  const [choices, setChoices] = useState(keepAll)
  const [isTried, setTried] = useState(false)
  const reload = useReload(queryKeys.settings)
  const undo = useUndoSettings(reload)
  const save = useMutation({
    mutationFn: () =>
      call(settingsApi.saveVariants, {
        body: {
          target: getTarget(selection, filter),
          set: setOf(choices),
        },
      }),
    onSuccess: (answer) => {
      const { undoId } = answer
      if (undoId === null) notifySuccess(changedMessage(answer))
      else notifyUndoable(changedMessage(answer), () => undo(undoId))
      onChanged()
      onClose()
    },
    onSettled: reload,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isAnyChange(choices) && fields.every((field) => getFault(field, choices) === null)) save.mutate()
  }
  const part = (field: Field) => ({
    field,
    choice: choices[field],
    fault: isTried ? getFault(field, choices) : null,
    onChange: (choice: Choice) => setChoices((before) => ({ ...before, [field]: choice })),
  })
  return (
    <form onSubmit={submit} noValidate className={classes.bulkForm}>
      <ChoiceField
        {...part('safetyStock')}
        label="Safety stock, units"
        byDefault={defaults.defaultSafetyStock}
      />
      <ChoiceField
        {...part('leadTimeDays')}
        label="Lead time, days"
        byDefault={defaults.defaultLeadTimeDays}
      />
      <ChoiceField {...part('coverDays')} label="Cover, days" byDefault={defaults.defaultCoverDays} />
      {save.isError && <ErrorState {...getFailure('save_product_settings', save.error)} />}
      <FormActions onCancel={onClose} isBusy={save.isPending} isDisabled={!isAnyChange(choices)}>
        Change {formatCount(count, 'product')}
      </FormActions>
    </form>
  )
}

interface ChoiceFieldProps {
  label: string
  byDefault: number
  choice: Choice
  fault: string | null
  onChange: (choice: Choice) => void
}

function ChoiceField({ label, byDefault, choice, fault, onChange }: ChoiceFieldProps) {
  return (
    <fieldset className={classes.choice}>
      <legend>{label}</legend>
      <SegmentedControl
        fullWidth
        aria-label={label}
        value={choice.kind}
        onChange={(kind) => onChange({ ...choice, kind: kind as Choice['kind'] })}
        data={[
          { value: 'keep', label: 'Leave as is' },
          { value: 'set', label: 'Set to' },
          { value: 'clear', label: `Default (${byDefault})` },
        ]}
      />
      {choice.kind === 'set' && (
        <TextInput
          aria-label={`New ${label.toLowerCase()}`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={12}
          data-autofocus
          value={choice.typed}
          error={fault}
          onChange={(event) => onChange({ ...choice, typed: event.currentTarget.value })}
        />
      )}
    </fieldset>
  )
}

function isAnyChange(choices: Choices): boolean {
  return Object.values(choices).some(({ kind }) => kind !== 'keep')
}

/** Returns why the typed value cannot be set; null if it can. */
function getFault(field: Field, choices: Choices): string | null {
  const { kind, typed } = choices[field]
  if (kind !== 'set') return null
  const read = readNumber(field, typed)
  if ('fault' in read) return read.fault
  return read.value === null ? 'Enter a number, or choose the default.' : null
}

function setOf(choices: Choices): BulkVariantSettings['set'] {
  const set: BulkVariantSettings['set'] = {}
  for (const field of fields) {
    const { kind, typed } = choices[field]
    if (kind === 'clear') set[field] = null
    if (kind === 'set') set[field] = Number(typed.trim())
  }
  return set
}
