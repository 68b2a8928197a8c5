import { Group } from '@mantine/core'
import { IconTruck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { vendorsQuery } from '../../../api/queries.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { getOrderingFailure } from '../../ordering-failures.ts'
import { ListSkeleton } from '../list-skeleton.tsx'
import { Vendors } from './vendors.tsx'

/** Invites a merchant without suppliers to add the first: the vendors of the store, or others. */
export function Invitation() {
  const { data, error, refetch, isFetching } = useQuery(vendorsQuery())
  if (error) {
    return <ErrorState {...getOrderingFailure('load_suppliers', error)} retry={{ refetch, isFetching }} />
  }
  if (data === undefined) return <ListSkeleton />
  const hasVendors = data.vendors.length > 0
  return (
    <>
      {hasVendors && <Vendors {...data} isFirst />}
      <EmptyState
        icon={IconTruck}
        title={hasVendors ? 'Or add other suppliers' : 'Add your suppliers to turn forecasts into orders'}
        hint="With their packs, prices and lead times, this page tells you what to order from whom. Nothing else changes."
        action={
          <Group gap={8} justify="center" mt={8}>
            <ButtonLink variant={hasVendors ? 'default' : 'filled'} to="/order/import">
              Import suppliers
            </ButtonLink>
            <ButtonLink to="/order/suppliers">Add one by hand</ButtonLink>
          </Group>
        }
      />
    </>
  )
}
