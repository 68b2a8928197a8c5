import {
  Checkbox,
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
  type OrderLanguage,
  orderLanguages,
  type Supplier,
  type SupplierRequest,
  supplierRequestSchema,
  suppliersApi,
} from '@stockcast/contract'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/client.ts'
import { useSession } from '../../session/use-session.ts'
import { FormActions, wholeNumber } from '../../ui/form-actions.tsx'
import { dayOfInstant } from '../../ui/format/days.ts'
import { weekdays } from '../../ui/messages/notification-texts.ts'
import { notifySuccess } from '../../ui/messages/notify.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { useRequestForm } from '../../ui/use-request-form.ts'
import { amountField } from '../money.ts'
import { getOrderingFailure } from '../ordering-failures.ts'
import { useOrderingChange } from '../use-ordering-change.ts'
import { ShutdownFields } from './shutdown-fields.tsx'
import { getDraft, getRequest } from './supplier-draft.ts'
import classes from './supplier-form.module.css'

const names: Record<OrderLanguage, string> = {
  en: 'English',
  de: 'German (Deutsch)',
  es: 'Spanish (Español)',
  fr: 'French (Français)',
  it: 'Italian (Italiano)',
}

/** Asks for the terms of a supplier. */
export function SupplierForm({ supplier, onClose }: { supplier: Supplier | null; onClose: () => void }) {
  const { merchant, now } = useSession()
  const today = dayOfInstant(now, merchant.timeZone)
  const save = useSaveSupplier(supplier, onClose)
  const { form, submit, failure } = useRequestForm({
    initialValues: getDraft(supplier, merchant.currency, today),
    schema: supplierRequestSchema,
    toRequest: getRequest,
    onSubmit: save.mutate,
    mutation: save,
  })
  const { values: draft, getInputProps } = form
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <div className={classes.pair}>
        <TextInput label="Name" data-autofocus maxLength={200} {...getInputProps('name')} />
        <TextInput type="email" label="Email for orders" {...getInputProps('email')} />
      </div>
      <div className={classes.triple}>
        <NumberInput
          label="Lead time, days"
          description="From order to shelf."
          placeholder="unknown"
          {...wholeNumber}
          {...getInputProps('statedLeadTimeDays')}
        />
        <NumberInput
          label="At worst, days"
          description="9 of 10 orders arrive by then."
          placeholder="unknown"
          {...wholeNumber}
          {...getInputProps('worstLeadTimeDays')}
        />
        <TextInput
          label="Currency"
          description="The currency of their prices."
          maxLength={3}
          {...getInputProps('currency')}
        />
      </div>
      <fieldset className={classes.choice}>
        <legend>Order days</legend>
        <SegmentedControl
          fullWidth
          aria-label="Order days"
          {...getInputProps('reviewKind')}
          data={[
            { value: 'any_day', label: 'Any day' },
            { value: 'weekdays', label: 'Weekdays' },
            { value: 'weeks', label: 'Every few weeks' },
          ]}
        />
        {draft.reviewKind === 'weekdays' && (
          <MultiSelect
            aria-label="Weekdays"
            data={weekdays.map((label, index) => ({ value: String(index + 1), label }))}
            {...getInputProps('weekdays')}
            error={form.errors.review}
          />
        )}
        {draft.reviewKind === 'weeks' && (
          <div className={classes.pair}>
            <NumberInput
              label="Weeks between order days"
              {...wholeNumber}
              {...getInputProps('weeks')}
              error={form.errors.review}
            />
            <TextInput type="date" label="Beginning on" {...getInputProps('weeksFrom')} />
          </div>
        )}
      </fieldset>
      <NumberInput
        label="Days of cover"
        description="How long an order from them should last at least."
        placeholder={draft.reviewKind === 'any_day' ? 'your default' : 'until the next order day'}
        {...wholeNumber}
        {...getInputProps('coverDays')}
      />
      <fieldset className={classes.choice}>
        <legend>Minimum order</legend>
        <SegmentedControl
          fullWidth
          aria-label="Minimum order"
          {...getInputProps('minimumKind')}
          data={[
            { value: 'none', label: 'None' },
            { value: 'value', label: 'A value' },
            { value: 'units', label: 'Units' },
          ]}
        />
        {draft.minimumKind !== 'none' && (
          <NumberInput
            aria-label={draft.minimumKind === 'value' ? `Minimum in ${draft.currency}` : 'Minimum units'}
            {...getInputProps('minimum')}
            {...amountField(draft.currency)}
            {...(draft.minimumKind === 'units' ? { decimalScale: 0 } : {})}
          />
        )}
      </fieldset>
      <ShutdownFields
        shutdowns={draft.shutdowns}
        onChange={(shutdowns) => form.setFieldValue('shutdowns', shutdowns)}
      />
      <Checkbox
        label="Replaces units that I reject"
        {...getInputProps('replacesRejected', { type: 'checkbox' })}
      />
      <TagsInput
        label="More emails for orders"
        description="For each order you choose which address it goes to."
        maxTags={MAX_SUPPLIER_EMAILS - 1}
        splitChars={[',', ';', ' ']}
        {...getInputProps('otherEmails')}
      />
      <div className={classes.pair}>
        <TextInput label="Contact" maxLength={200} {...getInputProps('contactName')} />
        <Textarea
          label="Address"
          description="Printed on orders, like the contact."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          rows={3}
          resize="vertical"
          {...getInputProps('address')}
        />
      </div>
      <Select
        label="Language"
        description="For the PDF of an order and the proposed email."
        data={languageChoices(draft.language)}
        allowDeselect={false}
        {...getInputProps('language')}
      />
      {failure && <ErrorState {...getOrderingFailure('save_supplier', failure)} />}
      <FormActions onCancel={onClose} isBusy={save.isPending}>
        Save supplier
      </FormActions>
    </form>
  )
}

function useSaveSupplier(supplier: Supplier | null, onClose: () => void) {
  const navigate = useNavigate()
  return useOrderingChange({
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
  })
}

/** Returns the languages that orders are written in, and the supplier's own where a file named another one. */
function languageChoices(own: string): { value: string; label: string }[] {
  const choices = orderLanguages.map((value) => ({ value: value as string, label: names[value] }))
  const isKnown = choices.some(({ value }) => value === own)
  return isKnown ? choices : [...choices, { value: own, label: `“${own}”, written in English` }]
}
