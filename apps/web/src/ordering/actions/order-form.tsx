import { Button, Group, NumberInput, Skeleton, TextInput } from '@mantine/core'
import { orderRequestSchema, type VariantPlans } from '@stockcast/contract'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { plansQuery } from '../../api/queries.ts'
import { groupingOfFields } from '../../ui/format/numbers.ts'
import { actionTexts, recordedAlready } from '../../ui/messages/action-texts.ts'
import { getFailure } from '../../ui/messages/error-messages.ts'
import { ErrorState, Loading } from '../../ui/states.tsx'
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
    return <ErrorState {...getFailure('load_plans', error)} retry={{ refetch, isFetching }} />
  }
  return (
    <Loading label="Loading the recommended order...">
      <Skeleton h={196} />
    </Loading>
  )
}

type Field = 'units' | 'expectedOn'

/** Shows the form with the recommended numbers and says which ones are not valid. */
function Fields({ product, plans, onClose }: OrderFormProps & { plans: VariantPlans }) {
  const [typed, setTyped] = useState<{ units: number | string; expectedOn: string }>(plans.suggestion)
  const [faults, setFaults] = useState<Partial<Record<Field, string>>>({})
  const units = useRef<HTMLInputElement>(null)
  useEffect(() => units.current?.select(), [])
  const note = useRecordOrder(product, onClose)
  const refused = fieldAtFault(note.error)
  const change = (part: Partial<typeof typed>) => {
    setTyped((before) => ({ ...before, ...part }))
    setFaults({})
    note.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = orderRequestSchema.safeParse(typed)
    if (read.success) return note.mutate(read.data)
    setFaults(
      Object.fromEntries(read.error.issues.toReversed().map((fault) => [fault.path[0], toWords(fault)])),
    )
  }
  const getFault = (field: Field) => faults[field] ?? (refused?.field === field ? refused.message : undefined)
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <p>
        <b>{product.title}.</b> {actionTexts.orderPromise}
      </p>
      <NumberInput
        ref={units}
        label="Units ordered"
        value={typed.units}
        onChange={(units) => change({ units })}
        error={getFault('units')}
        clampBehavior="none"
        allowDecimal={false}
        allowNegative={false}
        {...groupingOfFields()}
      />
      <TextInput
        type="date"
        label="Expected on"
        value={typed.expectedOn}
        onChange={(event) => change({ expectedOn: event.currentTarget.value })}
        error={getFault('expectedOn')}
      />
      {plans.orders.length > 0 && <p className={classes.quiet}>{recordedAlready(plans)}</p>}
      {note.isError && !refused && <ErrorState {...getFailure('note_order', note.error)} />}
      <Group justify="flex-end" gap={8}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="filled" loading={note.isPending}>
          Save the order
        </Button>
      </Group>
    </form>
  )
}

/** Returns the sentence for an invalid field; an empty number of units has its own. */
const toWords = ({ code, path, message }: { code: string; path: PropertyKey[]; message: string }) =>
  code === 'invalid_type' && path[0] === 'units' ? 'Enter how many units were ordered.' : message

function fieldAtFault(error: unknown): { field: Field; message: string } | null {
  if (!(error instanceof ApiError)) return null
  const { field, message } = error
  return field === 'units' || field === 'expectedOn' ? { field, message } : null
}
