import type { VariantSettingsList } from '@stockcast/contract'
import { type Dispatch, type SetStateAction, useCallback, useState } from 'react'
import { formatCount } from '../../../ui/format/numbers.ts'
import { getFailure } from '../../../ui/messages/error-messages.ts'
import table from '../../../ui/table/long-table.module.css'
import { type LongColumn, LongTable } from '../../../ui/table/long-table.tsx'
import { useLoadedRows } from '../../../ui/table/use-loaded-rows.ts'
import type { Draft } from './draft.ts'
import classes from './products-tab.module.css'
import {
  countSelected,
  everything,
  type Filter,
  getPage,
  isSelected,
  nothing,
  type Selection,
  toggled,
} from './selection.ts'
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

/** Shows one table over all products. Typed values survive scrolling away. */
export function VariantTable({ list, filter, isBusy, selection, onSelect }: VariantTableProps) {
  const { total, defaults } = list
  const [pages, setPages] = useState('1')
  const [drafts, setDrafts] = useState<ReadonlyMap<number, Draft>>(new Map())
  const rows = useLoadedRows({ filter, wanted: pages, getQuery: (page) => getPage(filter, page) })
  const edit = useCallback((variantId: number, draft: Draft | null) => {
    setDrafts((before) => {
      const next = new Map(before)
      if (draft === null) next.delete(variantId)
      else next.set(variantId, draft)
      return next
    })
  }, [])
  const toggle = useCallback((id: number) => onSelect((before) => toggled(before, id)), [onSelect])
  return (
    <LongTable
      label="Per-product settings"
      className={classes.table}
      columns={[
        {
          head: 'Selected',
          title: <SelectAll selection={selection} total={total} onSelect={onSelect} />,
          className: classes.tick,
          pending: null,
        },
        ...columns,
      ]}
      total={total}
      rows={rows}
      isBusy={isBusy}
      blocksUnder="48em"
      onPages={setPages}
      showRow={(row, index) => (
        <VariantRow
          index={index}
          row={row}
          defaults={defaults}
          draft={drafts.get(row.variantId)}
          isSelected={isSelected(selection, row.variantId)}
          onEdit={edit}
          onToggle={toggle}
        />
      )}
      note={
        <p aria-live="polite">{drafts.size > 0 && `${formatCount(drafts.size, 'product')} not saved yet.`}</p>
      }
      getFailure={(error) => getFailure('load_settings', error).title}
    />
  )
}

const number = { align: 'right', className: classes.number } as const
const columns: readonly LongColumn[] = [
  {
    head: 'Product',
    className: classes.product,
    pending: (
      <>
        <span className="spoken">Loading</span>
        <span className={`${table.bar} ${classes.bar}`} />
      </>
    ),
  },
  { head: 'Safety stock, units', ...number },
  { head: 'Lead time, days', ...number },
  { head: 'Cover, days', ...number },
  { head: 'Save', title: <span className="spoken">Save</span>, className: classes.save },
]

function SelectAll({
  selection,
  total,
  onSelect,
}: Pick<VariantTableProps, 'selection' | 'onSelect'> & { total: number }) {
  const count = countSelected(selection, total)
  return (
    <input
      type="checkbox"
      className="rawBox"
      aria-label={`Select all ${formatCount(total, 'product')}`}
      checked={count > 0 && count === total}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && count < total
      }}
      onChange={() => onSelect(count === total ? nothing : everything)}
    />
  )
}
