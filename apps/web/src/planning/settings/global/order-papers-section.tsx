import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getFailure } from '../../../ui/messages/error-messages.ts'
import { SettingsRow } from '../../../ui/settings/settings-row.tsx'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import { OrderPapersForm } from './order-papers-form.tsx'
import { orderPapersQuery } from './order-papers-query.ts'

/** Shows what stands on every purchase order. */
export function OrderPapersSection() {
  const { data, error, refetch, isFetching } = useQuery(orderPapersQuery())
  return (
    <SettingsRow
      title="Purchase orders"
      note="What suppliers read on every order, and how orders are numbered. A supplier’s contact and address are on its own page."
    >
      {data === undefined && error !== null && (
        <ErrorState {...getFailure('load_settings', error)} retry={{ refetch, isFetching }} />
      )}
      {data === undefined && error === null && (
        <Loading label="Loading settings...">
          <Skeleton h={420} />
        </Loading>
      )}
      {data && <OrderPapersForm papers={data} />}
    </SettingsRow>
  )
}
