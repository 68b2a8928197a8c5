import type { VariantSettingsList } from '@stockcast/contract'
import { type Dispatch, type SetStateAction, useCallback, useRef, useState } from 'react'
import { formatCount } from '../../../format/numbers.ts'
import table from '../../../ui/table/long-table.module.css'
import { TableGap } from '../../../ui/table/table-gap.tsx'
import { TableHead } from '../../../ui/table/table-head.tsx'
import { useRowHeight, useWindowRows } from '../../../ui/table/use-window-rows.ts'
import type { Draft } from './draft.ts'
import { ListFoot } from './list-foot.tsx'
import classes from './products-tab.module.css'
import {
  countSelected,
  everything,
  type Filter,
  isSelected,
  nothing,
  type Selection,
  toggled,
} from './selection.ts'
import { useVariantPages } from './use-variant-pages.ts'
import { VariantRow } from './variant-row.tsx'

interface VariantTableProps {
  /** The first page, for the total and the defaults. */
  list: VariantSettingsList
  filter: Filter
  /** The rows belong to the former filter while those of the new one are loading. */
  isBusy: boolean
  selection: Selection
  onSelect: Dispatch<SetStateAction<Selection>>
}

/**
 * Shows one table over all products; the document contains the rows near the window. Typed values survive
 * scrolling away.
 */
export function VariantTable({ list, filter, isBusy, selection, onSelect }: VariantTableProps) {
  const { total, defaults } = list
  const body = useRef<HTMLTableSectionElement>(null)
  const [drafts, setDrafts] = useState<ReadonlyMap<number, Draft>>(new Map())
  const { rowHeightPx } = useRowHeight('48em')
  const { rendered, beforePx, afterPx } = useWindowRows(body, { total, rowHeightPx })
  const rows = useVariantPages(filter, rendered, total)
  const edit = useCallback((variantId: number, draft: Draft | null) => {
    setDrafts((before) => {
      const next = new Map(before)
      if (draft === null) next.delete(variantId)
      else next.set(variantId, draft)
      return next
    })
  }, [])
  const toggle = useCallback((id: number) => onSelect((before) => toggled(before, id)), [onSelect])
  const indexes = Array.from({ length: rendered.last - rendered.first + 1 }, (_, i) => rendered.first + i)
  return (
    <>
      <table
        className={`${table.table} ${classes.table}`}
        aria-label="Per-product settings"
        aria-busy={isBusy}
        aria-rowcount={total + 1}
        style={{ '--row-height': `${rowHeightPx}px` }}
      >
        <thead>
          <tr aria-rowindex={1}>
            <TableHead className={classes.tick}>
              <SelectAll selection={selection} total={total} onSelect={onSelect} />
            </TableHead>
            <TableHead>Product</TableHead>
            <TableHead align="right" className={classes.number}>
              Safety stock, units
            </TableHead>
            <TableHead align="right" className={classes.number}>
              Lead time, days
            </TableHead>
            <TableHead className={classes.save}>
              <span className={table.spoken}>Save</span>
            </TableHead>
          </tr>
        </thead>
        <tbody ref={body}>
          <TableGap heightPx={beforePx} cells={5} />
          {indexes.map((index) => {
            const row = rows.rowAt(index)
            if (!row) return <PendingRow key={`loading ${index}`} index={index} />
            return (
              <VariantRow
                key={row.variantId}
                index={index}
                row={row}
                defaults={defaults}
                draft={drafts.get(row.variantId)}
                isSelected={isSelected(selection, row.variantId)}
                onEdit={edit}
                onToggle={toggle}
              />
            )
          })}
          <TableGap heightPx={afterPx} cells={5} />
        </tbody>
      </table>
      <ListFoot total={total} unsaved={drafts.size} rows={rows} />
    </>
  )
}

function SelectAll({
  selection,
  total,
  onSelect,
}: Pick<VariantTableProps, 'selection' | 'onSelect'> & { total: number }) {
  const count = countSelected(selection, total)
  return (
    <input
      type="checkbox"
      aria-label={`Select all ${formatCount(total, 'product')}`}
      checked={count > 0 && count === total}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && count < total
      }}
      onChange={() => onSelect(count === total ? nothing : everything)}
    />
  )
}

function PendingRow({ index }: { index: number }) {
  return (
    <tr aria-rowindex={index + 2} data-loading>
      <td className={classes.tick} />
      <td className={classes.product}>
        <span className={table.spoken}>Loading</span>
        <span className={`${table.bar} ${classes.bar}`} />
      </td>
      <td className={classes.number} />
      <td className={classes.number} />
      <td className={classes.save} />
    </tr>
  )
}
