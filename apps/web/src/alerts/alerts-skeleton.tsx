import { Skeleton } from '@mantine/core'
import { alertTexts } from '../ui/messages/alert-texts.ts'
import { Loading } from '../ui/states.tsx'
import classes from './alerts.module.css'

export function AlertsSkeleton() {
  return (
    <Loading label={alertTexts.loading}>
      <p className={classes.loading}>{alertTexts.loading}</p>
      <div className={classes.list}>
        {['31%', '24%', '27%', '30%'].map((width) => (
          <div key={width} className={classes.product}>
            <Skeleton h={16} w={width} mb={8} />
            <Skeleton h={12} w="24%" />
            <div className={classes.alert}>
              <Skeleton h={22} />
              <div>
                <Skeleton h={14} w="70%" mb={8} />
                <Skeleton h={12} w="45%" />
              </div>
              <Skeleton h={14} />
              <Skeleton h={30} />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  )
}
