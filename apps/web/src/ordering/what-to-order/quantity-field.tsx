import type { OrderListRow } from '@stockcast/contract'
import { type KeyboardEvent, useState } from 'react'
import { useReadOnly } from '../../session/use-read-only.ts'
import classes from './order-row.module.css'
import type { OrderEdit, PlannedOrder } from './planned-order.ts'

const MAX_UNITS = 1_000_000

interface QuantityFieldProps {
  row: OrderListRow
  order: PlannedOrder
  tabIndex: number
  noteId: string
  onEdit: (row: OrderListRow, change: OrderEdit | null) => void
  /** Moves to the next row, or with -1 to the one before. */
  onMove: (from: Element | null, by: number) => void
}

/** Takes a quantity in place: every key counts at once, the arrows step by packs, Escape takes it back. */
export function QuantityField({ row, order, tabIndex, noteId, onEdit, onMove }: QuantityFieldProps) {
  const readOnly = useReadOnly()
  const [typed, setTyped] = useState<string | null>(null)
  const setUnits = (units: number) => onEdit(row, { units, isSelected: units > 0 })
  const step = (by: number) => {
    setTyped(null)
    const packs = by > 0 ? Math.floor(order.units / row.packSize) : Math.ceil(order.units / row.packSize)
    setUnits(Math.min(MAX_UNITS, Math.max(0, (packs + by) * row.packSize)))
  }
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const line = event.currentTarget.closest('tr')
    if (event.key === 'Enter') onMove(line, event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape') {
      setTyped(null)
      onEdit(row, null)
      line?.focus()
    } else if (event.key === 'ArrowUp') step(1)
    else if (event.key === 'ArrowDown') step(-1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <input
      data-quantity
      type="text"
      inputMode="numeric"
      autoComplete="off"
      maxLength={7}
      className={classes.input}
      tabIndex={tabIndex}
      readOnly={readOnly !== null}
      title={readOnly ?? undefined}
      aria-label={`Quantity of ${row.title}`}
      aria-describedby={noteId}
      aria-invalid={order.fault !== null && order.fault.code !== 'pack'}
      data-changed={order.isChanged || undefined}
      value={typed ?? String(order.units)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => setTyped(null)}
      onChange={(event) => {
        const text = event.currentTarget.value.trim()
        setTyped(text)
        if (/^\d*$/.test(text)) setUnits(Math.min(MAX_UNITS, Number(text)))
      }}
      onKeyDown={onKey}
    />
  )
}
