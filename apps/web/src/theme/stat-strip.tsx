import type { ReactNode } from 'react'
import { Changing } from './changing.tsx'
import classes from './stat-strip.module.css'

export interface Stat {
  label: string
  value: ReactNode
  unit?: string
  note?: ReactNode
}

/** Figures in one frame, divided by hairlines: one row when wide, two by two on a phone. */
export function StatStrip({ stats, label }: { stats: readonly Stat[]; label: string }) {
  return (
    <dl className={classes.strip} aria-label={label} style={{ '--stats': stats.length }}>
      {stats.map((stat) => (
        <div key={stat.label} className={classes.stat}>
          <dt className={classes.label}>{stat.label}</dt>
          <dd className={classes.value} data-long={isLong(stat.value) || undefined}>
            {typeof stat.value === 'string' ? <Changing value={stat.value} /> : stat.value}
            {stat.unit !== undefined && <small> {stat.unit}</small>}
          </dd>
          <dd className={classes.note}>{stat.note}</dd>
        </div>
      ))}
    </dl>
  )
}

const MOST_CHARACTERS = 9

const isLong = (value: ReactNode) => typeof value === 'string' && value.length > MOST_CHARACTERS
