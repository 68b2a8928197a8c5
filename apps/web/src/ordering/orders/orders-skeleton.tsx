import { Skeleton } from '@mantine/core'
import { Loading } from '../../ui/states.tsx'

const rows = [0, 1, 2, 3, 4, 5]

export function OrdersSkeleton() {
  return (
    <Loading label="Loading orders...">
      {rows.map((row) => (
        <Skeleton key={row} h={38} my={16} />
      ))}
    </Loading>
  )
}
