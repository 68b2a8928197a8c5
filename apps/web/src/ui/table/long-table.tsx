import { type ComponentProps, Fragment, memo, type ReactNode, useDeferredValue, useRef } from 'react'
import { Loading } from '../states.tsx'
import classes from './long-table.module.css'
import { RowsInView } from './rows-in-view.tsx'
import { TableFoot } from './table-foot.tsx'
import { type HeadColumn, type Sorting, TableHeads } from './table-heads.tsx'
import { type LoadedRows, useWantedPages } from './use-loaded-rows.ts'
import { type RowPlaces, useRowHeight, useTop, useWindowRows } from './use-window-rows.ts'

/** Heads have fixed widths: rows come and go and must not move them. */
export interface LongColumn<Sort extends string = never> extends HeadColumn<Sort> {
  /** Stands in a row that is still loading, at the same height; without it such a row has no cell here. */
  pending?: ReactNode
}

interface Looks<Sort extends string> extends Partial<Sorting<Sort>> {
  label: string
  className: string | undefined
  columns: readonly LongColumn<Sort>[]
  /** Below this width a row is a block of two columns. */
  blocksUnder: string
  /** Heights of a row and of a block, where they differ from those of most tables. */
  rowRem?: number
  blockRem?: number
}

interface LongTableProps<Row extends { variantId: number }, Sort extends string> extends Looks<Sort> {
  total: number
  rows: LoadedRows<Row>
  /** The rows belong to the former filter while those of the new one are loading. */
  isBusy: boolean
  onPages: (pages: string) => void
  /** Shows a row as a `LongRow`. */
  showRow: (row: Row, index: number) => ReactNode
  /** Shown under the rows while they scroll. */
  note?: ReactNode
  /** Replaces the note and the count under the rows. */
  foot?: ReactNode
  /** Title of a page of rows that could not be loaded. */
  getFailure: (error: Error) => string
}

/**
 * Shows one table over all rows of a list, loaded by pages; the document contains the rows near the window.
 * Where rows are not in the document yet, the table shows their pattern.
 */
export function LongTable<Row extends { variantId: number }, Sort extends string = never>(
  props: LongTableProps<Row, Sort>,
) {
  const { label, className, columns, total, rows, isBusy, blocksUnder, onPages, note, foot, getFailure } =
    props
  const body = useRef<HTMLTableSectionElement>(null)
  const { rowHeightPx, isBlocks, rem } = useRowHeight(blocksUnder, props)
  const listTopPx = useTop(body)
  const loaded = useUnhurried(rows)
  return (
    <>
      <table
        className={`${classes.table} ${className ?? ''}`}
        aria-label={label}
        aria-busy={isBusy}
        aria-rowcount={total + 1}
        style={{ '--row-height': `${rowHeightPx}px`, '--rows': total }}
      >
        <thead>
          <tr aria-rowindex={1}>
            <TableHeads columns={columns} sorting={props} />
          </tr>
        </thead>
        <tbody ref={body}>
          <Rows
            {...{ body, total, listTopPx, rowHeightPx, loaded, columns, onPages }}
            showRow={props.showRow}
          />
        </tbody>
      </table>
      {foot === undefined || rows.error !== null ? (
        <TableFoot
          note={note}
          failure={rows.error && getFailure(rows.error)}
          onRetry={rows.retry}
          isRetrying={rows.isFetching}
        >
          <RowsInView {...{ total, listTopPx, rowHeightPx, isBlocks, rem }} />
        </TableFoot>
      ) : (
        foot
      )}
    </>
  )
}

interface RowsProps<Row extends { variantId: number }>
  extends RowPlaces,
    Pick<LongTableProps<Row, string>, 'columns' | 'onPages' | 'showRow'> {
  loaded: LoadedRows<Row>
}

/** Renders the rows in the document: alone, so that a scroll renders nothing else again. */
function Rows<Row extends { variantId: number }>(props: RowsProps<Row>) {
  const { total, loaded, columns, onPages, showRow } = props
  const { indices, seen, kept } = useWindowRows(props, loaded)
  useWantedPages({ seen, kept }, total, onPages)
  const toKey = uniqueKeys()
  return indices.map((index, place) => {
    const row = loaded.rowAt(index)
    // All that are loading are alike, so the one at the same place in the document stays.
    const key = row === undefined ? place : toKey(row)
    return (
      <Fragment key={key}>
        {row === undefined ? <PendingRow index={index} columns={columns} /> : showRow(row, index)}
      </Fragment>
    )
  })
}

const SKELETON_ROWS = 12

/** Shows a table's layout before its first answer. */
export function LongTableSkeleton<Sort extends string>(props: Looks<Sort>) {
  const { label, className, columns, blocksUnder } = props
  const { rowHeightPx } = useRowHeight(blocksUnder, props)
  return (
    <Loading label={label}>
      <table
        className={`${classes.table} ${className ?? ''}`}
        inert
        style={{ '--row-height': `${rowHeightPx}px`, '--rows': SKELETON_ROWS }}
      >
        <thead>
          <tr>
            <TableHeads columns={columns} sorting={props} />
          </tr>
        </thead>
        <tbody>
          {[...Array(SKELETON_ROWS).keys()].map((row) => (
            <PendingRow key={row} index={row} columns={columns} />
          ))}
        </tbody>
      </table>
    </Loading>
  )
}

interface PendingRowProps {
  index: number
  columns: readonly LongColumn<string>[]
}

/** Replaces a row that is still loading. It has no animation: a hundred may pass at once. */
const PendingRow = memo(function PendingRow({ index, columns }: PendingRowProps) {
  return (
    <LongRow index={index} data-loading>
      {columns.map(
        ({ head, className, pending }) =>
          pending !== undefined && (
            <td key={head} className={className}>
              {pending}
            </td>
          ),
      )}
    </LongRow>
  )
})

interface LongRowProps extends ComponentProps<'tr'> {
  /** Index in the whole list, from 0; the row of heads does not count. */
  index: number
}

/** Shows one row at its place in the whole list. */
export function LongRow({ index, children, ...props }: LongRowProps) {
  return (
    <tr aria-rowindex={index + 2} style={{ top: `calc(${index} * var(--row-height))` }} {...props}>
      {children}
    </tr>
  )
}

/** Renders arriving rows between the frames of a scroll, and those of another filter at once. */
function useUnhurried<Row>(rows: LoadedRows<Row>): LoadedRows<Row> {
  const unhurried = useDeferredValue(rows)
  return JSON.stringify(unhurried.filter) === JSON.stringify(rows.filter) ? unhurried : rows
}

/**
 * Returns a function that gives each row a key of its own, with which it keeps menu and focus when it moves.
 * While pages are reloaded, a product may be on two of them for a moment.
 */
function uniqueKeys(): (row: { variantId: number }) => string {
  const given = new Set<string>()
  return ({ variantId }) => {
    const key = `product ${variantId}`
    if (given.has(key)) return `${key} again`
    given.add(key)
    return key
  }
}
