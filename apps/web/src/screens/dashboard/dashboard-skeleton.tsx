import { Skeleton } from '@mantine/core'
import { Loading } from '../../theme/states.tsx'
import classes from './dashboard.module.css'

/** The dashboard's own geometry, before its first answer. */
export function DashboardSkeleton() {
  return (
    <Loading label="Loading dashboard...">
      <Skeleton h={116} radius="md" mb={40} />
      <Skeleton h={18} w={190} mb={16} />
      <div className={classes.stack}>
        {Array.from({ length: 7 }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: seven alike
          <Skeleton key={row} h={50} />
        ))}
      </div>
      <div className={classes.columns}>
        <Skeleton h={300} />
        <Skeleton h={300} />
      </div>
    </Loading>
  )
}
