import type { ReactNode } from 'react'
import { TableHead } from './table-head.tsx'

export interface HeadColumn<Sort extends string> {
  head: string
  /** Replaces the head on screen. */
  title?: ReactNode
  align?: 'right'
  /** What the rows are sorted by when the head is pressed. */
  sort?: Sort
  width?: string
  className?: string | undefined
}

export interface Sorting<Sort extends string> {
  sort: Sort
  order: 'asc' | 'desc'
  onSort: (column: Sort) => void
}

interface TableHeadsProps<Sort extends string> {
  columns: readonly HeadColumn<Sort>[]
  sorting: Partial<Sorting<Sort>>
}

/** Shows the heads of all columns. */
export function TableHeads<Sort extends string>({ columns, sorting }: TableHeadsProps<Sort>) {
  const { sort, order, onSort } = sorting
  return columns.map(({ head, title = head, sort: by, ...props }) => (
    <TableHead
      key={head}
      {...props}
      sorted={by !== undefined && by === sort && order}
      onSort={by && (() => onSort?.(by))}
    >
      {title}
    </TableHead>
  ))
}
