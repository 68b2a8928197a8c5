import { ActionIcon, Button } from '@mantine/core'
import type { PurchaseOrder } from '@stockcast/contract'
import { IconX } from '@tabler/icons-react'
import { formatUnits } from '../../../ui/format/numbers.ts'
import list from '../../../ui/table/data-table.module.css'
import { TableHead } from '../../../ui/table/table-head.tsx'
import { formatUnitCost } from '../../money.ts'
import { getLineCost, type LineDraft, type TypedField, wholePacks } from './line-draft.ts'
import classes from './lines.module.css'

interface EditLinesProps {
  order: PurchaseOrder
  drafts: readonly LineDraft[]
  onChange: (drafts: readonly LineDraft[]) => void
}

/** Changes the products of an order: units, cost, and what the supplier confirmed. */
export function EditLines({ order, drafts, onChange }: EditLinesProps) {
  const isPlaced = order.status !== 'draft'
  return (
    <table className={list.table} aria-label="Products of the order">
      <thead>
        <tr>
          <TableHead>Product</TableHead>
          <TableHead align="right">Units</TableHead>
          {isPlaced && <TableHead align="right">Confirmed</TableHead>}
          <TableHead align="right">{`Unit cost, ${order.currency}`}</TableHead>
          <TableHead align="right">Cost</TableHead>
          <TableHead align="right">
            <span className="spoken">Remove</span>
          </TableHead>
        </tr>
      </thead>
      <tbody>
        {drafts.map((draft) => {
          const set = (change: Partial<LineDraft>) =>
            onChange(drafts.map((each) => (each === draft ? { ...each, ...change } : each)))
          return draft.isRemoved ? (
            <RemovedRow key={draft.variantId} draft={draft} onPutBack={() => set({ isRemoved: false })} />
          ) : (
            <EditRow key={draft.variantId} order={order} draft={draft} onChange={set} />
          )
        })}
      </tbody>
    </table>
  )
}

interface EditRowProps {
  order: PurchaseOrder
  draft: LineDraft
  onChange: (change: Partial<LineDraft>) => void
}

function EditRow({ order, draft, onChange }: EditRowProps) {
  const { currency } = order
  const line = order.lines.find(({ id }) => id === draft.id)
  const costMinor = getLineCost(draft, currency)
  const input = (field: TypedField, label: string) => (
    <input
      className={classes.input}
      type="text"
      inputMode={field === 'cost' ? 'decimal' : 'numeric'}
      autoComplete="off"
      maxLength={12}
      aria-label={`${label} of ${draft.title}`}
      placeholder={getPlaceholder(field, draft)}
      value={draft[field]}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => onChange({ [field]: event.currentTarget.value })}
    />
  )
  return (
    <tr>
      <td data-wide>
        <span className={list.name}>{draft.title}</span>
        <span className={list.note}>{draft.sku}</span>
      </td>
      <td data-align="right" data-label="Units">
        {input('units', 'Units')}
        <Packs draft={draft} onChange={onChange} />
      </td>
      {order.status !== 'draft' && (
        <td data-align="right" data-label="Confirmed">
          {draft.id !== undefined && input('confirmed', 'Confirmed units')}
        </td>
      )}
      <td data-align="right" data-label="Unit cost">
        {input('cost', 'Unit cost')}
      </td>
      <td data-align="right" data-label="Cost">
        <span className={`${classes.amount} ${costMinor === null ? list.unknown : ''}`}>
          {formatUnitCost(costMinor, currency)}
        </span>
      </td>
      <td data-align="right">
        {(line === undefined || line.received + line.rejected === 0) && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={`Remove ${draft.title}`}
            onClick={() => onChange({ isRemoved: true })}
          >
            <IconX size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        )}
      </td>
    </tr>
  )
}

function getPlaceholder(field: TypedField, { id, units }: LineDraft): string {
  if (field === 'cost') return id === undefined ? 'their price' : 'unknown'
  return field === 'confirmed' ? units : ''
}

function Packs({ draft, onChange }: Pick<EditRowProps, 'draft' | 'onChange'>) {
  const { packSize, units } = draft
  const whole = wholePacks(draft)
  if (packSize <= 1) return null
  if (whole === null) {
    const packs = Number(units) / packSize
    return (
      <span className={list.note}>
        {packs >= 1
          ? `${formatUnits(packs)} × ${formatUnits(packSize)}`
          : `packs of ${formatUnits(packSize)}`}
      </span>
    )
  }
  return (
    <span className={list.note} data-tone="warning">
      {`not whole packs of ${formatUnits(packSize)} `}
      <Button
        size="compact-xs"
        aria-label={`Order ${whole} of ${draft.title}`}
        onClick={() => onChange({ units: String(whole) })}
      >
        {`Order ${formatUnits(whole)}`}
      </Button>
    </span>
  )
}

function RemovedRow({ draft, onPutBack }: { draft: LineDraft; onPutBack: () => void }) {
  return (
    <tr data-removed>
      <td data-wide colSpan={4}>
        <span className={classes.removed}>{draft.title}</span>
        <span className={list.note}>leaves the order when you save</span>
      </td>
      <td data-align="right" data-wide colSpan={2}>
        <Button size="xs" aria-label={`Put ${draft.title} back`} onClick={onPutBack}>
          Put back
        </Button>
      </td>
    </tr>
  )
}
