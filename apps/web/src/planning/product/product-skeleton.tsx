import { Skeleton } from '@mantine/core'
import { StatStripSkeleton } from '../../ui/stat-strip.tsx'
import { Loading } from '../../ui/states.tsx'
import classes from './product.module.css'

export function ProductSkeleton() {
  return (
    <Loading label="Loading product...">
      <Skeleton h={14} w={160} mb={16} />
      <Skeleton h={26} w={280} maw="100%" mb={10} />
      <Skeleton h={14} w={320} maw="100%" mb={24} />
      <Skeleton h={48} maw="52rem" mb={24} />
      <div className={classes.figures}>
        <StatStripSkeleton count={5} />
      </div>
      <div className={classes.columns}>
        <Skeleton h={380} />
        <Skeleton h={380} radius="md" />
      </div>
    </Loading>
  )
}
