import { Skeleton } from '@mantine/core'
import { StatStripSkeleton } from '../../ui/stat-strip.tsx'
import { Loading } from '../../ui/states.tsx'

export function OrderSkeleton() {
  return (
    <Loading label="Loading the order...">
      <Skeleton h={24} w={280} mb={32} />
      <StatStripSkeleton count={4} />
      <Skeleton h={220} />
    </Loading>
  )
}
