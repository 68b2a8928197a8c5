import type { Key, ReactNode } from 'react'
import classes from './data-table.module.css'
import { type HeadColumn, type Sorting, TableHeads } from './table-heads.tsx'

/** A smaller line under a value; nothing if there is none. */
type Note = string | false | null | { text: string; tone?: 'warning' | 'critical' | false }

/** A column of a table of `Row`s. On a phone each row is a block of two columns, without heads. */
export interface Column<Row, Sort extends string = never> extends HeadColumn<Sort> {
  /** A value of null is a dash, which a block leaves out. */
  cell: (row: Row) => ReactNode
  note?: (row: Row) => Note | readonly Note[]
  /** Stands before the value in a block; by default the head, but nothing in the first column and in wide ones. */
  label?: string | null
  /** In a block: takes its whole width, stands at its right end, or is left out. */
  narrow?: 'wide' | 'end' | 'none'
}

interface DataTableProps<Row, Sort extends string> extends Partial<Sorting<Sort>> {
  label: string
  columns: readonly (Column<Row, Sort> | false)[]
  rows: readonly Row[]
  getKey: (row: Row) => Key
  /** The rows belong to the former page or filter while those of the new one are loading. */
  isBusy?: boolean
  className?: string | undefined
}

/** Shows rows of data in columns. */
export function DataTable<Row, Sort extends string = never>(props: DataTableProps<Row, Sort>) {
  const { label, rows, getKey, isBusy, className = classes.table } = props
  const columns = props.columns.filter((column) => column !== false)
  return (
    <table className={className} aria-label={label} aria-busy={isBusy}>
      <thead>
        <tr>
          <TableHeads columns={columns} sorting={props} />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={getKey(row)}>
            {columns.map((column, index) => (
              <Cell key={column.head} column={column} row={row} isFirst={index === 0} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface CellProps<Row, Sort extends string> {
  column: Column<Row, Sort>
  row: Row
  isFirst: boolean
}

function Cell<Row, Sort extends string>({ column, row, isFirst }: CellProps<Row, Sort>) {
  const { head, align, label = isFirst || column.narrow === 'wide' ? null : head, className } = column
  const value = column.cell(row)
  const narrow = value === null ? 'none' : column.narrow
  const notes = [column.note?.(row) ?? null].flat()
  return (
    <td
      className={className}
      data-align={align}
      data-label={label ?? undefined}
      data-wide={narrow === 'wide' || undefined}
      data-end={narrow === 'end' || undefined}
      data-desktop={narrow === 'none' || undefined}
    >
      {value ?? '–'}
      {notes.map((note) => {
        const { text, tone } = typeof note === 'object' && note ? note : { text: note, tone: false }
        return (
          text && (
            <span key={text} className={classes.note} data-tone={tone || undefined}>
              {text}
            </span>
          )
        )
      })}
    </td>
  )
}
