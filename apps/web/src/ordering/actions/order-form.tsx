import { Modal, NumberInput, TextInput } from '@mantine/core'
import { orderRequestSchema, type VariantPlans } from '@stockcast/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { plansQuery } from '../../api/queries.ts'
import { keepFocus } from '../../ui/browser/keep-focus.ts'
import { FormActions, wholeNumber } from '../../ui/form-actions.tsx'
import { groupingOfFields } from '../../ui/format/numbers.ts'
import { actionTexts, recordedAlready } from '../../ui/messages/action-texts.ts'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { useRequestForm } from '../../ui/use-request-form.ts'
import { getOrderingFailure } from '../ordering-failures.ts'
import classes from './actions.module.css'
import type { ActionProduct } from './product.ts'
import { useRecordOrder } from './use-open-orders.ts'

interface OrderFormProps {
  product: ActionProduct
  onClose: () => void
}

export function OrderForm({ product, onClose }: OrderFormProps) {
  // An open form keeps its numbers, so the latest are loaded first.
  const { data, error, refetch, isFetching, isFetchedAfterMount } = useQuery({
    ...plansQuery(product.variantId),
    staleTime: 0,
  })
  if (data && isFetchedAfterMount) return <Fields product={product} plans={data} onClose={onClose} />
  if (error) {
    return <ErrorState {...getOrderingFailure('load_plans', error)} retry={{ refetch, isFetching }} />
  }
  return <Loading label="Loading the recommended order..." h={196} />
}

/** Shows the form with the recommended numbers and says which ones are not valid. */
function Fields({ product, plans, onClose }: OrderFormProps & { plans: VariantPlans }) {
  const units = useRef<HTMLInputElement>(null)
  useEffect(() => units.current?.select(), [])
  const note = useRecordOrder(product, onClose)
  const { form, submit, failure } = useRequestForm({
    initialValues: plans.suggestion,
    schema: orderRequestSchema,
    toRequest: (typed) => typed,
    onSubmit: note.mutate,
    mutation: note,
    toWords: ({ code, path, message }) =>
      code === 'invalid_type' && path[0] === 'units' ? 'Enter how many units were ordered.' : message,
  })
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <p>
        <b>{product.title}.</b> {actionTexts.orderPromise}
      </p>
      <NumberInput
        ref={units}
        label="Units ordered"
        {...form.getInputProps('units')}
        {...wholeNumber}
        {...groupingOfFields()}
      />
      <TextInput type="date" label="Expected on" {...form.getInputProps('expectedOn')} />
      {plans.orders.length > 0 && <p className="quiet">{recordedAlready(plans)}</p>}
      {failure && <ErrorState {...getOrderingFailure('note_order', failure)} />}
      <FormActions onCancel={onClose} isBusy={note.isPending}>
        Save the order
      </FormActions>
    </form>
  )
}

/** Asks how many units were ordered and when they are expected; null while closed. */
export function OrderDialog({ product, onClose }: { product: ActionProduct | null; onClose: () => void }) {
  return (
    <Modal
      opened={product !== null}
      onClose={onClose}
      onExitTransitionEnd={keepFocus}
      title={actionTexts.orderTitle}
    >
      {product && <OrderForm product={product} onClose={onClose} />}
    </Modal>
  )
}
