import { Skeleton } from '@mantine/core'
import { Loading } from '../../ui/states.tsx'

const rows = [0, 1, 2, 3, 4, 5]

export function ExcessSkeleton() {
  return (
    <Loading label="Loading overstock...">
      {rows.map((row) => (
        <Skeleton key={row} h={38} my={16} />
      ))}
    </Loading>
  )
}
