import { Button } from '@mantine/core'
import {
  type Defaults,
  type LeadTimeSource,
  settingsApi,
  type VariantSettings,
  type VariantSettingsList,
  type VariantSettingsRow,
} from '@stockcast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, memo, useId } from 'react'
import { call } from '../../../api/client.ts'
import { queryKeys } from '../../../api/queries.ts'
import { useMutation } from '../../../api/use-mutation.ts'
import { useReadOnly } from '../../../session/use-read-only.ts'
import { formatDayCount } from '../../../ui/format/numbers.ts'
import { getFailure } from '../../../ui/messages/error-messages.ts'
import { notifySuccess, tellFailure } from '../../../ui/messages/notify.tsx'
import { successMessages } from '../../../ui/messages/success-messages.ts'
import table from '../../../ui/table/long-table.module.css'
import { LongRow } from '../../../ui/table/long-table.tsx'
import { type Draft, type Field, getDraft, isChanged, readDraft } from './draft.ts'
import classes from './products-tab.module.css'

interface VariantRowProps {
  /** Index in the whole list, from 0; the row of heads does not count. */
  index: number
  row: VariantSettingsList['rows'][number]
  defaults: Defaults
  draft: Draft | undefined
  isSelected: boolean
  /** Null discards what was typed. */
  onEdit: (variantId: number, draft: Draft | null) => void
  onToggle: (variantId: number) => void
}

type Usual = VariantRowProps['row']['usual']

const names: Record<Field, string> = {
  safetyStock: 'Safety stock',
  leadTimeDays: 'Lead time',
  coverDays: 'Cover',
}

export const VariantRow = memo(function VariantRow(props: VariantRowProps) {
  const { index, row, defaults, draft, isSelected, onEdit, onToggle } = props
  const noteId = useId()
  const readOnly = useReadOnly()
  const save = useSaveVariant(({ variantId }) => onEdit(variantId, null))
  const shown = draft ?? getDraft(row)
  const read = readDraft(shown)
  const isDirty = draft !== undefined && isChanged(draft, row)
  const fault = isDirty && 'fault' in read ? read : null
  const note =
    fault?.fault ?? (save.isError && isDirty ? getFailure('save_product_settings', save.error).message : null)

  const submit = () => {
    if (!isDirty || 'fault' in read || save.isPending) return
    save.mutate({ variantId: row.variantId, wanted: read })
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') submit()
    if (event.key === 'Escape') onEdit(row.variantId, null)
  }
  const input = (field: Field) => ({
    className: classes.input,
    type: 'text',
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    maxLength: 12,
    readOnly: readOnly !== null,
    title: readOnly ?? undefined,
    'aria-label': `${names[field]} of ${row.title}`,
    'aria-invalid': fault?.field === field,
    'aria-describedby': note === null ? undefined : noteId,
    placeholder: String(field === 'safetyStock' ? defaults.defaultSafetyStock : row.usual[field]),
    value: shown[field],
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      onEdit(row.variantId, { ...shown, [field]: event.currentTarget.value }),
    onKeyDown: onKey,
  })
  return (
    <LongRow index={index} data-dirty={isDirty || undefined}>
      <td className={classes.tick}>
        <input
          type="checkbox"
          className="rawBox"
          aria-label={`Select ${row.title}`}
          checked={isSelected}
          onChange={() => onToggle(row.variantId)}
        />
      </td>
      <td className={classes.product}>
        <span className={`${table.name} ${classes.name}`} title={row.title}>
          {row.title}
        </span>
        <span className={`${table.sku} ${classes.sku}`}>
          {[row.sku, supplierWords(row.usual)].filter((words) => words !== null).join(' · ')}
        </span>
      </td>
      <td className={classes.number} data-label={names.safetyStock}>
        <input {...input('safetyStock')} />
      </td>
      <td className={classes.number} data-label={names.leadTimeDays}>
        <input {...input('leadTimeDays')} />
      </td>
      <td className={classes.number} data-label={names.coverDays}>
        <input {...input('coverDays')} />
      </td>
      <td className={classes.save}>
        <div>
          {isDirty && fault === null && (
            <Button
              size="compact-sm"
              variant="filled"
              loading={save.isPending}
              onClick={submit}
              aria-label={`Save ${row.title}`}
            >
              Save
            </Button>
          )}
          {note !== null && (
            <span id={noteId} className={classes.fault} role="alert" title={note}>
              {note}
            </span>
          )}
        </div>
      </td>
    </LongRow>
  )
})

const sources: Partial<Record<LeadTimeSource, string>> = {
  supplier_variant: 'at this supplier',
  learned: 'learned',
  stated: 'as entered',
}

/** Returns the supplier with its lead time and where that comes from; null without a supplier. */
function supplierWords({ supplier, leadTimeDays, leadTimeSource }: Usual): string | null {
  if (supplier === null) return null
  return `${supplier}: ${formatDayCount(leadTimeDays)}, ${sources[leadTimeSource] ?? 'your default'}`
}

/** Saves one product's settings; every list shows what the server stored. */
function useSaveVariant(onSaved: (row: VariantSettingsRow) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ variantId, wanted }: { variantId: number; wanted: VariantSettings }) =>
      call(settingsApi.saveVariant, { params: { id: variantId }, body: wanted }),
    onSuccess: (saved) => {
      queryClient.setQueriesData<VariantSettingsList>(
        { queryKey: queryKeys.variantSettings },
        (list) => list && withRow(list, saved),
      )
      onSaved(saved)
      notifySuccess(successMessages.productSettingsSaved)
      void queryClient.invalidateQueries({ queryKey: queryKeys.variantSettings })
    },
    onError: tellFailure('save_product_settings'),
  })
}

function withRow(list: VariantSettingsList, saved: VariantSettingsRow): VariantSettingsList {
  return {
    ...list,
    rows: list.rows.map((row) => (row.variantId === saved.variantId ? { ...row, ...saved } : row)),
  }
}
