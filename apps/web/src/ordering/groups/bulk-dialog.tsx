import { Modal, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import {
  actionsApi,
  type BulkAction,
  type BulkTarget,
  MAX_COVER_DAYS,
  MAX_LEAD_TIME_DAYS,
  settingsApi,
} from '@stockcast/contract'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { useMutation, useReload } from '../../api/use-mutation.ts'
import { FormActions } from '../../ui/form-actions.tsx'
import { notifySuccess, notifyUndoable } from '../../ui/messages/notify.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { getOrderingFailure } from '../ordering-failures.ts'
import { useSupplierChoices } from '../use-supplier-choices.ts'
import { type BulkKind, bulkWords, doneWords, type Outcome, titles } from './bulk-words.ts'
import { useUndoSettings } from './use-undo-settings.ts'

const PAUSE_MS = 300
const limits = {
  leadTimeDays: { min: 0, max: MAX_LEAD_TIME_DAYS },
  coverDays: { min: 1, max: MAX_COVER_DAYS },
}

/** What the server is to do: change settings, or run another action. */
type Wanted = { set: { leadTimeDays: number } | { coverDays: number } } | { action: BulkAction }

interface BulkDialogProps {
  kind: BulkKind
  target: BulkTarget
  onChanged?: (() => void) | undefined
  onClose: () => void
}

/** Says how many products an action changes, and does it. */
export default function BulkDialog({ kind, target, onChanged, onClose }: BulkDialogProps) {
  const suppliers = useSupplierChoices()
  const [typed, setTyped] = useState('')
  const [value] = useDebouncedValue(typed, PAUSE_MS)
  const wanted = toWanted(kind, value)
  const supplier = suppliers.find((each) => each.value === value)?.label
  const preview = useQuery({
    queryKey: [...queryKeys.products, 'bulk', target, wanted],
    queryFn: () => send(target, wanted!, true),
    enabled: wanted !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const save = useSave({ kind, target, onDone: () => [onChanged?.(), onClose()] })
  const isReady = wanted !== null && typed === value && (preview.data?.changed ?? 0) > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) save.mutate(wanted)
  }
  const isField = kind === 'leadTimeDays' || kind === 'coverDays'
  return (
    <Modal opened onClose={onClose} title={titles[kind]}>
      <form onSubmit={submit} noValidate>
        {kind === 'supplier' && (
          <Select
            label="Supplier"
            placeholder="Choose a supplier"
            data={suppliers}
            value={typed === '' ? null : typed}
            searchable
            nothingFoundMessage="No supplier matches"
            onChange={(id) => setTyped(id ?? '')}
          />
        )}
        {isField && (
          <TextInput
            label="Days"
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            data-autofocus
            value={typed}
            error={
              value !== '' && wanted === null
                ? `A whole number from ${limits[kind].min} to ${limits[kind].max}.`
                : null
            }
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        <p aria-live="polite" style={{ marginBlock: '1em' }}>
          {preview.data && wanted && bulkWords(kind, preview.data, { days: value, supplier })}
        </p>
        {(save.error ?? preview.error) && (
          <ErrorState {...getOrderingFailure('change_many', (save.error ?? preview.error)!)} />
        )}
        <FormActions onCancel={onClose} isBusy={save.isPending} isDisabled={!isReady} mt={16}>
          {titles[kind]}
        </FormActions>
      </form>
    </Modal>
  )
}

/** Returns what a value asks for; null for one that is not complete. */
function toWanted(kind: BulkKind, value: string): Wanted | null {
  if (kind === 'mute' || kind === 'unmute' || kind === 'draft') return { action: { kind } }
  if (kind === 'supplier')
    return value === '' ? null : { action: { kind: 'supplier', supplierId: Number(value) } }
  const days = Number(value.trim())
  const isDays = /^\d+$/.test(value.trim()) && days >= limits[kind].min && days <= limits[kind].max
  if (!isDays) return null
  return { set: kind === 'leadTimeDays' ? { leadTimeDays: days } : { coverDays: days } }
}

function send(target: BulkTarget, wanted: Wanted, preview: boolean): Promise<Outcome> {
  return 'set' in wanted
    ? call(settingsApi.saveVariants, { body: { target, preview, set: wanted.set } })
    : call(actionsApi.changeMany, { body: { target, preview, action: wanted.action } })
}

function useSave({ kind, target, onDone }: { kind: BulkKind; target: BulkTarget; onDone: () => void }) {
  const { settings, products, purchasing, alerts } = queryKeys
  const reload = useReload(settings, products, purchasing, alerts)
  const undo = useUndoSettings(reload)
  return useMutation({
    mutationFn: (wanted: Wanted) => send(target, wanted, false),
    onSuccess: (outcome) => {
      const { undoId = null } = outcome
      const message = doneWords(kind, outcome)
      if (undoId === null) notifySuccess(message)
      else notifyUndoable(message, () => undo(undoId))
      onDone()
    },
    onSettled: reload,
  })
}
