import { Skeleton } from '@mantine/core'
import { StatStripSkeleton } from '../../ui/stat-strip.tsx'
import { Loading } from '../../ui/states.tsx'

export function SupplierSkeleton() {
  return (
    <Loading label="Loading the supplier...">
      <Skeleton h={24} w={240} mb={32} />
      <StatStripSkeleton count={5} />
      <Skeleton h={300} />
    </Loading>
  )
}
