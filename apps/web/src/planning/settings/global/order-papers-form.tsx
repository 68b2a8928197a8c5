import { NumberInput, Textarea, TextInput } from '@mantine/core'
import { type OrderPapers, ordersApi, type SaveOrderPapers, saveOrderPapersSchema } from '@stockcast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { useMutation } from '../../../api/use-mutation.ts'
import { WriteButton } from '../../../session/read-only/write-button.tsx'
import { useSession } from '../../../session/use-session.ts'
import { getFailure } from '../../../ui/messages/error-messages.ts'
import { notifyFailure, notifySuccess } from '../../../ui/messages/notify.tsx'
import { orderPapersSaved } from '../../../ui/messages/settings-texts.ts'
import classes from '../../../ui/settings/settings.module.css'
import { LogoField } from './logo-field.tsx'
import { orderPapersQuery } from './order-papers-query.ts'

type Draft = Omit<OrderPapers, 'nextNumber'> & { nextNumber: number | string }
type TextField = 'companyName' | 'address' | 'shipTo' | 'terms' | 'note' | 'prefix'

/** Asks for what stands on every purchase order, and how the next ones are numbered. */
export function OrderPapersForm({ papers }: { papers: OrderPapers }) {
  const { merchant } = useSession()
  const [changes, setChanges] = useState<Partial<Draft>>({})
  const draft: Draft = { ...papers, ...changes }
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const save = useSavePapers(() => setChanges({}))
  const set = (change: Partial<Draft>) => {
    setChanges((before) => ({ ...before, ...change }))
    setFaults({})
    save.reset()
  }
  const refused = save.error instanceof ApiError ? save.error : null
  const getFault = (field: string) =>
    faults[field] ?? (refused?.field === field ? refused.message : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { nextNumber, logo, ...texts } = draft
    // What was not changed is not sent: an order may have taken the next number meanwhile.
    const read = saveOrderPapersSchema.safeParse({
      ...texts,
      ...(changes.nextNumber === undefined ? {} : { nextNumber }),
      ...(changes.logo === undefined ? {} : { logo }),
    })
    if (read.success) return save.mutate(read.data)
    setFaults(Object.fromEntries(read.error.issues.map(({ path, message }) => [String(path[0]), message])))
  }
  const field = (name: TextField) => ({
    value: draft[name],
    error: getFault(name),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      set({ [name]: currentTarget.value }),
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
        <LogoField logo={draft.logo} error={getFault('logo')} onChange={(logo) => set({ logo })} />
      </div>
      <div className={classes.fields}>
        <Textarea
          {...field('address')}
          {...area}
          label="Address"
          placeholder={'Street and number\nPostcode and town\nCountry, VAT number'}
        />
        <Textarea {...field('shipTo')} {...area} label="Ship to" placeholder="The same address" />
      </div>
      <div className={classes.fields}>
        <Textarea
          {...field('terms')}
          {...area}
          label="Terms"
          placeholder="Payment within 30 days"
          maxLength={2000}
        />
        <Textarea
          {...field('note')}
          {...area}
          label="Note on every order"
          placeholder="Put our order number on the delivery note."
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
          value={draft.nextNumber}
          error={getFault('nextNumber')}
          onChange={(nextNumber) => set({ nextNumber })}
          min={1}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="none"
          hideControls
        />
      </div>
      <div className={classes.foot} style={{ marginTop: 0 }}>
        <WriteButton least="owner" type="submit" variant="filled" loading={save.isPending}>
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
    onError: (error) => notifyFailure(getFailure('save_settings', error)),
  })
}
