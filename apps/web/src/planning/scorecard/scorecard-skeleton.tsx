import { Skeleton } from '@mantine/core'
import { StatStripSkeleton } from '../../ui/stat-strip.tsx'
import { Loading } from '../../ui/states.tsx'

/** Shows the layout of the scorecard before its first answer. */
export function ScorecardSkeleton() {
  return (
    <Loading label="Loading the scorecard...">
      <Skeleton h={112} radius="md" mb={24} />
      <Skeleton h={28} w="60%" mb={24} />
      <StatStripSkeleton count={4} />
      <Skeleton h={150} mb={44} />
      <Skeleton h={220} />
    </Loading>
  )
}
