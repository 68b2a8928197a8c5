import {
  Button,
  Checkbox,
  Group,
  MultiSelect,
  NumberInput,
  SegmentedControl,
  Select,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core'
import {
  MAX_SUPPLIER_EMAILS,
  type Supplier,
  type SupplierRequest,
  supplierRequestSchema,
  suppliersApi,
} from '@stockcast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { useSession } from '../../session/use-session.ts'
import { dayOfInstant } from '../../ui/format/days.ts'
import { notifySuccess } from '../../ui/messages/notify.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { amountField } from '../money.ts'
import { getOrderingFailure } from '../ordering-failures.ts'
import { weekdayNames } from '../supplier-words.ts'
import { languageChoices } from './language-choices.ts'
import { ShutdownFields } from './shutdown-fields.tsx'
import { getDraft, getRequest, type SupplierDraft } from './supplier-draft.ts'
import classes from './supplier-form.module.css'

/** Asks for the terms of a supplier. */
export function SupplierForm({ supplier, onClose }: { supplier: Supplier | null; onClose: () => void }) {
  const { merchant, now } = useSession()
  const today = dayOfInstant(now, merchant.timeZone)
  const [draft, setDraft] = useState(() => getDraft(supplier, merchant.currency, today))
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const save = useSaveSupplier(supplier, onClose)
  const set = (change: Partial<SupplierDraft>) => {
    setDraft((before) => ({ ...before, ...change }))
    setFaults({})
    save.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const request = getRequest(draft)
    const read = supplierRequestSchema.safeParse(request)
    if (read.success) return save.mutate(request)
    setFaults(
      Object.fromEntries(
        read.error.issues.toReversed().map(({ path, message }) => [String(path[0]), message]),
      ),
    )
  }
  const refused = save.error instanceof ApiError ? save.error : null
  const getFault = (field: string) =>
    faults[field] ?? (refused?.field === field ? refused.message : undefined)
  const isElsewhere = save.isError && (refused?.field === undefined || getFault(refused.field) === undefined)
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <div className={classes.pair}>
        <TextInput
          label="Name"
          data-autofocus
          maxLength={200}
          value={draft.name}
          error={getFault('name')}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <TextInput
          type="email"
          label="Email for orders"
          value={draft.email}
          error={getFault('email')}
          onChange={(event) => set({ email: event.currentTarget.value })}
        />
      </div>
      <TagsInput
        label="More emails for orders"
        description="An order goes to one of these addresses or to the one above."
        maxTags={MAX_SUPPLIER_EMAILS - 1}
        splitChars={[',', ';', ' ']}
        value={draft.otherEmails}
        error={getFault('otherEmails')}
        onChange={(otherEmails) => set({ otherEmails })}
      />
      <div className={classes.pair}>
        <TextInput
          label="Contact"
          maxLength={200}
          value={draft.contactName}
          error={getFault('contactName')}
          onChange={(event) => set({ contactName: event.currentTarget.value })}
        />
        <Textarea
          label="Address"
          description="Printed on orders, like the contact."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          rows={3}
          resize="vertical"
          value={draft.address}
          error={getFault('address')}
          onChange={(event) => set({ address: event.currentTarget.value })}
        />
      </div>
      <div className={classes.triple}>
        <NumberInput
          label="Lead time, days"
          description="From order to shelf."
          placeholder="unknown"
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="none"
          value={draft.statedLeadTimeDays}
          error={getFault('statedLeadTimeDays')}
          onChange={(statedLeadTimeDays) => set({ statedLeadTimeDays })}
        />
        <NumberInput
          label="At worst, days"
          description="9 of 10 orders arrive within it."
          placeholder="unknown"
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="none"
          value={draft.worstLeadTimeDays}
          error={getFault('worstLeadTimeDays')}
          onChange={(worstLeadTimeDays) => set({ worstLeadTimeDays })}
        />
        <TextInput
          label="Currency"
          description="Of their prices."
          maxLength={3}
          value={draft.currency}
          error={getFault('currency')}
          onChange={(event) => set({ currency: event.currentTarget.value })}
        />
      </div>
      <Select
        label="Language"
        description="Of the orders to them: PDF and proposed email."
        data={languageChoices(draft.language)}
        value={draft.language}
        error={getFault('language')}
        allowDeselect={false}
        onChange={(language) => language !== null && set({ language })}
      />
      <fieldset className={classes.choice}>
        <legend>Order days</legend>
        <SegmentedControl
          fullWidth
          aria-label="Order days"
          value={draft.reviewKind}
          onChange={(reviewKind) => set({ reviewKind: reviewKind as SupplierDraft['reviewKind'] })}
          data={[
            { value: 'any_day', label: 'Any day' },
            { value: 'weekdays', label: 'Weekdays' },
            { value: 'weeks', label: 'Every few weeks' },
          ]}
        />
        {draft.reviewKind === 'weekdays' && (
          <MultiSelect
            aria-label="Weekdays"
            data={weekdayNames.map((label, index) => ({ value: String(index + 1), label }))}
            value={draft.weekdays}
            error={getFault('review')}
            onChange={(weekdays) => set({ weekdays })}
          />
        )}
        {draft.reviewKind === 'weeks' && (
          <div className={classes.pair}>
            <NumberInput
              label="Every so many weeks"
              clampBehavior="none"
              allowNegative={false}
              allowDecimal={false}
              value={draft.weeks}
              error={getFault('review')}
              onChange={(weeks) => set({ weeks })}
            />
            <TextInput
              type="date"
              label="Beginning on"
              value={draft.weeksFrom}
              onChange={(event) => set({ weeksFrom: event.currentTarget.value })}
            />
          </div>
        )}
      </fieldset>
      <NumberInput
        label="Days of cover"
        description="How long an order from them should last at least."
        placeholder={draft.reviewKind === 'any_day' ? 'your default' : 'until the next order day'}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="none"
        value={draft.coverDays}
        error={getFault('coverDays')}
        onChange={(coverDays) => set({ coverDays })}
      />
      <fieldset className={classes.choice}>
        <legend>Minimum of an order</legend>
        <SegmentedControl
          fullWidth
          aria-label="Minimum of an order"
          value={draft.minimumKind}
          onChange={(minimumKind) => set({ minimumKind: minimumKind as SupplierDraft['minimumKind'] })}
          data={[
            { value: 'none', label: 'None' },
            { value: 'value', label: 'A value' },
            { value: 'units', label: 'Units' },
          ]}
        />
        {draft.minimumKind !== 'none' && (
          <NumberInput
            aria-label={draft.minimumKind === 'value' ? `Minimum in ${draft.currency}` : 'Minimum units'}
            value={draft.minimum}
            error={getFault('minimum')}
            onChange={(minimum) => set({ minimum })}
            {...amountField(draft.currency)}
            {...(draft.minimumKind === 'units' ? { decimalScale: 0 } : {})}
          />
        )}
      </fieldset>
      <ShutdownFields shutdowns={draft.shutdowns} onChange={(shutdowns) => set({ shutdowns })} />
      <Checkbox
        label="Replaces units that I reject"
        checked={draft.replacesRejected}
        onChange={(event) => set({ replacesRejected: event.currentTarget.checked })}
      />
      {isElsewhere && <ErrorState {...getOrderingFailure('save_supplier', save.error)} />}
      <Group justify="flex-end" gap={8}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="filled" loading={save.isPending}>
          Save supplier
        </Button>
      </Group>
    </form>
  )
}

function useSaveSupplier(supplier: Supplier | null, onClose: () => void) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (request: SupplierRequest) =>
      supplier === null
        ? call(suppliersApi.create, { body: request })
        : call(suppliersApi.save, { params: { id: supplier.id }, body: request }),
    onSuccess: ({ id }) => {
      notifySuccess({ title: 'Supplier saved', message: '' })
      onClose()
      if (supplier === null)
        void navigate({ to: '/order/suppliers/$supplierId', params: { supplierId: String(id) } })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.purchasing }),
  })
}
