import { ActionIcon } from '@mantine/core'
import type { PurchaseOrder } from '@stockcast/contract'
import { IconX } from '@tabler/icons-react'
import list from '../../../ordering/list-table.module.css'
import { TableHead } from '../../../ui/table/table-head.tsx'
import type { LineDraft } from './line-draft.ts'
import classes from './lines.module.css'

interface EditLinesProps {
  order: PurchaseOrder
  drafts: LineDraft[]
  onChange: (drafts: LineDraft[]) => void
}

type Field = 'units' | 'cost' | 'confirmed'

/** Changes the products of an order: units, cost, and what the supplier confirmed. */
export function EditLines({ order, drafts, onChange }: EditLinesProps) {
  const isPlaced = order.status !== 'draft'
  const set = (draft: LineDraft, field: Field, text: string) =>
    onChange(drafts.map((each) => (each === draft ? { ...each, [field]: text } : each)))
  const input = (draft: LineDraft, field: Field, label: string) => (
    <input
      className={classes.input}
      type="text"
      inputMode={field === 'cost' ? 'decimal' : 'numeric'}
      autoComplete="off"
      maxLength={12}
      aria-label={`${label} of ${draft.title}`}
      placeholder={field === 'cost' ? 'unknown' : field === 'confirmed' ? draft.units : ''}
      value={draft[field]}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => set(draft, field, event.currentTarget.value)}
    />
  )
  const received = (draft: LineDraft) => {
    const line = order.lines.find(({ id }) => id === draft.id)
    return line === undefined ? 0 : line.received + line.rejected
  }
  return (
    <table className={list.table} aria-label="Products of the order">
      <thead>
        <tr>
          <TableHead>Product</TableHead>
          <TableHead align="right">Units</TableHead>
          {isPlaced && <TableHead align="right">Confirmed</TableHead>}
          <TableHead align="right">{`Unit cost, ${order.currency}`}</TableHead>
          <TableHead align="right">
            <span className={classes.spoken}>Remove</span>
          </TableHead>
        </tr>
      </thead>
      <tbody>
        {drafts.map((draft) => (
          <tr key={draft.variantId}>
            <td data-wide>
              <span className={list.name}>{draft.title}</span>
              <span className={list.note}>{draft.sku}</span>
            </td>
            <td data-align="right" data-label="Units">
              {input(draft, 'units', 'Units')}
            </td>
            {isPlaced && (
              <td data-align="right" data-label="Confirmed">
                {draft.id !== undefined && input(draft, 'confirmed', 'Confirmed units')}
              </td>
            )}
            <td data-align="right" data-label="Unit cost">
              {input(draft, 'cost', 'Unit cost')}
            </td>
            <td data-align="right">
              {received(draft) === 0 && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={32}
                  aria-label={`Remove ${draft.title}`}
                  onClick={() => onChange(drafts.filter((each) => each !== draft))}
                >
                  <IconX size={16} stroke={1.75} aria-hidden />
                </ActionIcon>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
