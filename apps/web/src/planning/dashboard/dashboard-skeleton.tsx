import { Skeleton } from '@mantine/core'
import { StatStripSkeleton } from '../../ui/stat-strip.tsx'
import { Loading } from '../../ui/states.tsx'
import attention from './attention.module.css'
import classes from './dashboard.module.css'

const ROWS = 7

/** Shows the dashboard's layout before its first answer. */
export function DashboardSkeleton({ isFirstDay }: { isFirstDay: boolean }) {
  return (
    <Loading label="Loading dashboard...">
      <StatStripSkeleton count={4} />
      {isFirstDay ? <Skeleton h={132} /> : <ListSkeletons />}
    </Loading>
  )
}

function ListSkeletons() {
  return (
    <>
      <Skeleton h={18} w={190} mb={10} />
      <Skeleton h={12} w="min(32rem, 90%)" mb={16} />
      <table className={attention.table}>
        <colgroup>
          <col width="25%" />
          <col width="43%" />
        </colgroup>
        <tbody>
          {[...Array(ROWS).keys()].map((row) => (
            <AttentionSkeleton key={row} />
          ))}
        </tbody>
      </table>
      <div className={classes.columns}>
        <Skeleton h={300} />
        <Skeleton h={300} />
      </div>
    </>
  )
}

function AttentionSkeleton() {
  return (
    <tr>
      <td className={attention.product}>
        <Skeleton h={13} w="80%" my={4} />
        <Skeleton h={12} w="50%" my={4} />
      </td>
      <td className={attention.runway}>
        <Skeleton h={24} my={14} />
      </td>
      <td className={attention.odds}>
        <Skeleton h={16} w={44} ml="auto" />
      </td>
      <td className={attention.orderBy}>
        <Skeleton h={13} w={72} my={4} />
      </td>
      <td className={attention.quantity}>
        <Skeleton h={13} w={32} ml="auto" />
      </td>
    </tr>
  )
}
