import { NumberInput } from '@mantine/core'
import { routes, type Settings, settingsSchema } from '@stockcast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../../api/client.ts'
import { queryKeys } from '../../../api/queries.ts'
import { useMutation } from '../../../api/use-mutation.ts'
import { WriteButton } from '../../../app/read-only/write-button.tsx'
import { failureOf } from '../../../messages/error-messages.ts'
import { notifyFailure, notifySuccess } from '../../../messages/notify.tsx'
import { successMessages } from '../../../messages/success-messages.ts'
import classes from '../settings.module.css'
import { ApplyDialog } from './apply-dialog.tsx'
import { parseWholeNumber } from './parse-whole-number.ts'

const MAX_UNITS = 1_000_000
const MAX_DAYS = 365

type Field = keyof Settings

/** Shows the defaults. Values are parsed as whole numbers on saving; anything else becomes 0 (G-02). */
export function GlobalForm({ settings }: { settings: Settings }) {
  const [typed, setTyped] = useState<Partial<Record<Field, string | number>>>({})
  const [toApply, setToApply] = useState<Settings | null>(null)
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (wanted: Settings) => api.put(routes.settings(), settingsSchema, wanted),
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKeys.settings, saved)
      setTyped({})
      notifySuccess(successMessages.settingsSaved)
    },
    onError: (error) => notifyFailure(failureOf('save_settings', error)),
  })
  const read = (field: Field) => {
    const value = typed[field]
    return value === undefined ? settings[field] : parseWholeNumber(value)
  }
  const wanted = (): Settings => ({
    defaultSafetyStock: read('defaultSafetyStock'),
    defaultLeadTimeDays: read('defaultLeadTimeDays'),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(wanted())
  }
  const input = (field: Field) => ({
    value: typed[field] ?? settings[field],
    onChange: (value: string | number) => setTyped((before) => ({ ...before, [field]: value })),
    min: 0,
    allowDecimal: false,
    allowNegative: false,
    inputWrapperOrder: ['label' as const, 'input' as const, 'description' as const],
  })
  return (
    <form onSubmit={submit} noValidate>
      <div className={classes.fields}>
        <NumberInput
          {...input('defaultSafetyStock')}
          max={MAX_UNITS}
          label="Default safety stock"
          description="Units kept as a buffer. At or below it, an alert says Low Stock."
          suffix=" units"
        />
        <NumberInput
          {...input('defaultLeadTimeDays')}
          max={MAX_DAYS}
          label="Default lead time"
          description="Days from placing an order until it can be sold."
          suffix=" days"
        />
      </div>
      <div className={classes.foot}>
        <WriteButton onClick={() => setToApply(wanted())}>Apply Global Settings to All Products</WriteButton>
        <WriteButton type="submit" variant="filled" loading={save.isPending}>
          Save
        </WriteButton>
      </div>
      <ApplyDialog settings={toApply} onClose={() => setToApply(null)} onApplied={() => setTyped({})} />
    </form>
  )
}
