import { Skeleton } from '@mantine/core'
import { Loading } from '../../theme/states.tsx'
import classes from './products.module.css'

const widths = [150, 120, 170, 140, 160, 130, 155, 145, 165, 125]

export function ProductsSkeleton() {
  return (
    <Loading label="Loading products...">
      {widths.map((width) => (
        <div key={width} className={classes.skeletonRow}>
          <div>
            <Skeleton h={12} w={width} mb={6} />
            <Skeleton h={10} w={80} />
          </div>
          <Skeleton h={20} w={90} />
          <Skeleton h={26} w={108} />
          <Skeleton h={12} w={50} />
          <Skeleton h={12} w={70} />
        </div>
      ))}
    </Loading>
  )
}
