import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Changing } from './changing.tsx'
import classes from './stat-strip.module.css'

export interface Stat {
  label: string
  value: ReactNode
  unit?: string
  note?: ReactNode
}

/** Shows figures in one frame, divided by thin lines: one row when wide, two by two on a phone. */
export function StatStrip({ stats, label }: { stats: readonly Stat[]; label: string }) {
  return (
    <dl className={classes.strip} aria-label={label} style={{ '--stats': stats.length }}>
      {stats.map((stat) => (
        <div key={stat.label} className={classes.stat}>
          <dt className={classes.label}>{stat.label}</dt>
          <dd className={classes.value} data-long={isLong(stat.value) || undefined}>
            {typeof stat.value === 'string' ? <Changing value={stat.value} /> : stat.value}
            {stat.unit && <small> {stat.unit}</small>}
          </dd>
          <dd className={classes.note}>{stat.note}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Shows the frame before its figures are known. */
export function StatStripSkeleton({ count }: { count: number }) {
  return (
    <div className={classes.strip} style={{ '--stats': count }}>
      {[...Array(count).keys()].map((stat) => (
        <div key={stat} className={classes.stat}>
          <Skeleton h={12} w="55%" my={4} />
          <Skeleton h={24} w="40%" mt={13} mb={11} />
          <Skeleton h={12} w="75%" my={4} />
        </div>
      ))}
    </div>
  )
}

const MAX_CHARACTERS = 9

const isLong = (value: ReactNode) => typeof value === 'string' && value.length > MAX_CHARACTERS
