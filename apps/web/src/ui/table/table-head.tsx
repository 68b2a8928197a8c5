import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './table-head.module.css'

interface TableHeadProps {
  children: ReactNode
  align?: 'left' | 'right' | undefined
  /** How this column is sorted now; `false` when another one is. Absent: the column cannot be sorted. */
  sorted?: 'asc' | 'desc' | false | undefined
  onSort?: (() => void) | undefined
  width?: number | string | undefined
  className?: string | undefined
}

/**
 * Shows a column head; a sortable one is a button inside the `<th>`, and only the `<th>` carries `aria-
 * sort`.
 */
export function TableHead({ children, align = 'left', sorted, onSort, width, className }: TableHeadProps) {
  const ariaSort = sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined
  const Arrow = sorted === 'asc' ? IconArrowUp : IconArrowDown
  return (
    <th
      scope="col"
      className={className === undefined ? classes.head : `${classes.head} ${className}`}
      data-align={align}
      style={width === undefined ? undefined : { width }}
      {...(ariaSort === undefined ? {} : { 'aria-sort': ariaSort })}
    >
      {onSort === undefined ? (
        children
      ) : (
        <button type="button" className={classes.sort} onClick={onSort}>
          {children}
          {sorted ? <Arrow size={14} stroke={1.75} aria-hidden /> : null}
        </button>
      )}
    </th>
  )
}
