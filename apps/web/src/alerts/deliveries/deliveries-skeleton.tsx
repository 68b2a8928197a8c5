import { Skeleton } from '@mantine/core'
import { Loading } from '../../ui/states.tsx'
import classes from './deliveries.module.css'

export function DeliveriesSkeleton() {
  return (
    <Loading label="Loading messages...">
      <div className={classes.list}>
        {['42%', '30%', '36%', '28%'].map((width) => (
          <div key={width} className={classes.row}>
            <div>
              <Skeleton h={16} w={width} mb={10} />
              <Skeleton h={12} w="60%" />
            </div>
            <Skeleton h={34} />
            <Skeleton h={30} />
          </div>
        ))}
      </div>
    </Loading>
  )
}
