import { Skeleton } from '@mantine/core'
import { Loading } from '../../ui/states.tsx'

const rows = [0, 1, 2, 3, 4, 5, 6]

/** Replaces the list until it is loaded. */
export function ListSkeleton() {
  return (
    <Loading label="Loading what to order...">
      <Skeleton h={17} w={120} mt={28} mb={40} />
      {rows.map((row) => (
        <Skeleton key={row} h={40} mb={24} />
      ))}
    </Loading>
  )
}
