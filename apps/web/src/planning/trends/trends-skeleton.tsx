import { Skeleton } from '@mantine/core'
import { StatStripSkeleton } from '../../ui/stat-strip.tsx'
import { Loading } from '../../ui/states.tsx'
import classes from './trends.module.css'

/** Shows the layout of figures and charts before their first answer. */
export function TrendsSkeleton() {
  return (
    <Loading label="Loading trends...">
      <StatStripSkeleton count={4} />
      <div className={classes.charts}>
        {['units', 'cover', 'stockouts', 'value'].map((chart) => (
          <Skeleton key={chart} h={330} mb={44} />
        ))}
      </div>
    </Loading>
  )
}
