import { NumberInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import {
  type Defaults,
  MAX_COVER_DAYS,
  MAX_DEFAULT_LEAD_TIME_DAYS,
  MAX_DEFAULT_SAFETY_STOCK,
  type Settings,
  settingsApi,
} from '@stockcast/contract'
import { SERVICE_LEVELS } from '@stockcast/forecasting/decisions'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { queryKeys } from '../../../api/queries.ts'
import { useMutation } from '../../../api/use-mutation.ts'
import { WriteButton } from '../../../session/read-only/write-button.tsx'
import { formatUnits } from '../../../ui/format/numbers.ts'
import { notifySuccess, tellFailure } from '../../../ui/messages/notify.tsx'
import { successMessages } from '../../../ui/messages/success-messages.ts'
import classes from '../../../ui/settings/settings.module.css'
import { CautionSlider } from '../../scorecard/caution-slider.tsx'
import { getPosition } from '../../scorecard/scorecard-figures.ts'
import { ApplyDialog } from './apply-dialog.tsx'

const steps = SERVICE_LEVELS.map((serviceLevel) => ({ serviceLevel }))

type Field = keyof Defaults

const limits: Record<Field, { least: number; most: number }> = {
  defaultSafetyStock: { least: 0, most: MAX_DEFAULT_SAFETY_STOCK },
  defaultLeadTimeDays: { least: 0, most: MAX_DEFAULT_LEAD_TIME_DAYS },
  defaultCoverDays: { least: 1, most: MAX_COVER_DAYS },
}

/** Returns why a number cannot be saved. What is too large is refused, never cut. */
function getFault(field: Field, value: number): string | null {
  const { least, most } = limits[field]
  if (value > most) return `At most ${formatUnits(most)}.`
  return value < least ? `At least ${formatUnits(least)}.` : null
}

/** Shows the defaults. Values are parsed as whole numbers on saving; anything else becomes 0 (G-02). */
export function GlobalForm({ settings }: { settings: Settings }) {
  const form = useForm<Partial<Record<Field | 'position', string | number>>>({ initialValues: {} })
  const [toApply, setToApply] = useState<Settings | null>(null)
  const queryClient = useQueryClient()
  const saved = getPosition(steps, settings.serviceLevel)
  const position = Number(form.values.position ?? saved)
  const save = useMutation({
    mutationFn: (wanted: Settings) => call(settingsApi.save, { body: wanted }),
    onSuccess: (next) => {
      queryClient.setQueryData(queryKeys.settings, next)
      void queryClient.invalidateQueries({ queryKey: queryKeys.scorecard })
      form.reset()
      notifySuccess(successMessages.settingsSaved)
    },
    onError: tellFailure('save_settings'),
  })
  const read = (field: Field) => {
    const value = form.values[field]
    return value === undefined ? settings[field] : parseWholeNumber(value)
  }
  const wanted: Settings = {
    defaultSafetyStock: read('defaultSafetyStock'),
    defaultLeadTimeDays: read('defaultLeadTimeDays'),
    defaultCoverDays: read('defaultCoverDays'),
    serviceLevel: form.values.position === undefined ? settings.serviceLevel : steps[position]!.serviceLevel,
  }
  const hasFault = (Object.keys(limits) as Field[]).some((field) => getFault(field, wanted[field]) !== null)
  const submit = form.onSubmit(() => {
    if (!hasFault) save.mutate(wanted)
  })
  const input = (field: Field) => ({
    ...form.getInputProps(field),
    value: form.values[field] ?? settings[field],
    error: getFault(field, wanted[field]),
    clampBehavior: 'none' as const,
    allowDecimal: false,
    allowNegative: false,
    inputWrapperOrder: ['label' as const, 'input' as const, 'error' as const, 'description' as const],
  })
  return (
    <form onSubmit={submit} noValidate>
      <div className={classes.fields}>
        <NumberInput
          {...input('defaultSafetyStock')}
          label="Default safety stock"
          description="Units kept as a buffer. At or below it, an alert says Low Stock."
          suffix=" units"
        />
        <NumberInput
          {...input('defaultLeadTimeDays')}
          label="Default lead time"
          description="Days from placing an order until it can be sold."
          suffix=" days"
        />
        <NumberInput
          {...input('defaultCoverDays')}
          label="Days of cover"
          description="How long an order should last. With a supplier that has fixed order days, it lasts until the next of them."
          suffix=" days"
        />
      </div>
      <fieldset className={classes.caution}>
        <legend>How cautious</legend>
        <CautionSlider
          levels={SERVICE_LEVELS}
          position={position}
          saved={saved}
          onPosition={(next) => form.setFieldValue('position', next)}
        />
      </fieldset>
      <div className={classes.foot}>
        <WriteButton least="owner" disabled={hasFault} onClick={() => setToApply(wanted)}>
          Apply Global Settings to All Products
        </WriteButton>
        <WriteButton
          least="owner"
          type="submit"
          variant="filled"
          loading={save.isPending}
          disabled={hasFault}
        >
          Save
        </WriteButton>
      </div>
      <ApplyDialog settings={toApply} onClose={() => setToApply(null)} onApplied={form.reset} />
    </form>
  )
}

/** Parses typed text as a whole number of at least 0; anything else becomes 0 (G-02). */
export function parseWholeNumber(typed: string | number): number {
  const value = Number.parseInt(String(typed), 10)
  return Number.isFinite(value) && value > 0 ? value : 0
}
