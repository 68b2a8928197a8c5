import { NumberInput, Textarea, TextInput } from '@mantine/core'
import { type OrderPapers, ordersApi, type SaveOrderPapers, saveOrderPapersSchema } from '@stockcast/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'
import { queryKeys } from '../../../api/queries.ts'
import { useMutation } from '../../../api/use-mutation.ts'
import { WriteButton } from '../../../session/read-only/write-button.tsx'
import { useSession } from '../../../session/use-session.ts'
import { wholeNumber } from '../../../ui/form-actions.tsx'
import { notifySuccess, tellFailure } from '../../../ui/messages/notify.tsx'
import { orderPapersSaved } from '../../../ui/messages/settings-texts.ts'
import classes from '../../../ui/settings/settings.module.css'
import { useRequestForm } from '../../../ui/use-request-form.ts'
import { LogoField } from './logo-field.tsx'

type Draft = Omit<OrderPapers, 'nextNumber'> & { nextNumber: number | string }

/** Asks for what stands on every purchase order, and how the next ones are numbered. */
export function OrderPapersForm({ papers }: { papers: OrderPapers }) {
  const { merchant } = useSession()
  const save = useSavePapers(() => form.reset())
  const { form, submit } = useRequestForm<Partial<Draft>, SaveOrderPapers>({
    initialValues: {},
    schema: saveOrderPapersSchema,
    toRequest: (changes) => {
      const { nextNumber, logo, ...texts } = papers
      // What was not changed is not sent: an order may have taken the next number meanwhile.
      return { ...texts, ...changes }
    },
    onSubmit: save.mutate,
    mutation: save,
  })
  const draft: Draft = { ...papers, ...form.values }
  const field = <Name extends keyof Draft>(name: Name) => ({
    ...form.getInputProps(name),
    value: draft[name],
  })
  const area = { rows: 4, resize: 'vertical' } as const
  return (
    <form onSubmit={submit} noValidate className={classes.dialog}>
      <div className={classes.fields}>
        <TextInput
          {...field('companyName')}
          label="Company name"
          placeholder={merchant.shopName ?? undefined}
          maxLength={200}
        />
        <LogoField
          logo={draft.logo}
          error={form.errors.logo}
          onChange={(logo) => form.setFieldValue('logo', logo)}
        />
      </div>
      <div className={classes.fields}>
        <Textarea
          {...field('address')}
          {...area}
          label="Address"
          placeholder={'For example: Street and number\nPostcode and town\nCountry, VAT number'}
        />
        <Textarea {...field('shipTo')} {...area} label="Ship to" placeholder="The same address" />
      </div>
      <div className={classes.fields}>
        <Textarea
          {...field('terms')}
          {...area}
          label="Terms"
          placeholder="For example: Payment within 30 days"
          maxLength={2000}
        />
        <Textarea
          {...field('note')}
          {...area}
          label="Note on every order"
          placeholder="For example: Put our order number on the delivery note."
          maxLength={2000}
        />
      </div>
      <div className={classes.fields}>
        <TextInput
          {...field('prefix')}
          label="Prefix of order numbers"
          description="Letters, digits and # / _ -"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={10}
        />
        <NumberInput
          label="Next number"
          description={`The next order is ${nextName(draft)}. Orders that exist keep their numbers.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...field('nextNumber')}
          min={1}
          {...wholeNumber}
          hideControls
        />
      </div>
      <div className={classes.foot} style={{ marginTop: 0 }}>
        <WriteButton least="owner" type="submit" loading={save.isPending}>
          Save order settings
        </WriteButton>
      </div>
    </form>
  )
}

function nextName({ prefix, nextNumber }: Draft): string {
  return `${prefix}${String(nextNumber).padStart(4, '0')}`
}

function useSavePapers(onSaved: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (wanted: SaveOrderPapers) => call(ordersApi.savePapers, { body: wanted }),
    onSuccess: (saved) => {
      queryClient.setQueryData(orderPapersQuery().queryKey, saved)
      onSaved()
      notifySuccess(orderPapersSaved)
    },
    onError: tellFailure('save_settings'),
  })
}

/** What stands on every order. Loaded with the settings, because nothing else asks for it. */
export const orderPapersQuery = () =>
  queryOptions({
    queryKey: [...queryKeys.settings, 'orders'],
    queryFn: ({ signal }) => call(ordersApi.getPapers, {}, signal),
  })
