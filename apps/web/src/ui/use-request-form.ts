import { useForm } from '@mantine/form'
import { useEffect } from 'react'
import { ApiError } from '../api/api-error.ts'

interface Fault {
  path: PropertyKey[]
  code?: string
  message: string
}

interface RequestFormOptions<Values, Request> {
  initialValues: Values
  /** The schema of the request, which finds what is wrong with the values. */
  schema: {
    safeParse: (
      request: unknown,
    ) => { success: true; data: Request } | { success: false; error: { issues: Fault[] } }
  }
  toRequest: (values: Values) => unknown
  onSubmit: (request: Request) => void
  /** What sends the request: a fault that the server finds stands at its field as well. */
  mutation?: { error: Error | null; reset: () => void }
  /** Returns the sentence for a fault, where the schema's own is not enough. */
  toWords?: (fault: Fault) => string
}

/** Keeps the values of a form and their faults, by field; both end at the next change. `failure` is of no field. */
export function useRequestForm<Values extends Record<string, unknown>, Request>(
  options: RequestFormOptions<Values, Request>,
) {
  const { initialValues, schema, toRequest, onSubmit, mutation, toWords = ({ message }) => message } = options
  const form = useForm<Values>({
    initialValues,
    onValuesChange: () => {
      form.clearErrors()
      mutation?.reset()
    },
  })
  const submit = form.onSubmit((values) => {
    const read = schema.safeParse(toRequest(values))
    if (read.success) return onSubmit(read.data)
    form.setErrors(
      Object.fromEntries(
        read.error.issues.toReversed().map((fault) => [String(fault.path[0]), toWords(fault)]),
      ),
    )
  })
  const error = mutation?.error ?? null
  const field =
    error instanceof ApiError && error.field !== undefined && error.field in form.values && error.field
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (error && field) form.setFieldError(field, error.message)
  }, [error])
  return { form, submit, failure: field ? null : error }
}
