import { Skeleton } from '@mantine/core'
import { Loading } from '../../ui/states.tsx'

const rows = [0, 1, 2, 3, 4]

export function SuppliersSkeleton() {
  return (
    <Loading label="Loading suppliers...">
      {rows.map((row) => (
        <Skeleton key={row} h={38} my={16} />
      ))}
    </Loading>
  )
}
