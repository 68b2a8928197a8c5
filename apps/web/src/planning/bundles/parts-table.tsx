import { type BundlePart, NO_SALES_DAYS } from '@stockcast/contract'
import { Link } from '@tanstack/react-router'
import { coverWords } from '../../ui/format/cover.ts'
import { formatUnits } from '../../ui/format/numbers.ts'
import list from '../../ui/table/data-table.module.css'
import { TableHead } from '../../ui/table/table-head.tsx'

/** Lists the parts of a bundle with their stock. */
export function PartsTable({ parts }: { parts: readonly BundlePart[] }) {
  return (
    <table className={list.table} aria-label="Parts of this bundle">
      <thead>
        <tr>
          <TableHead>Part</TableHead>
          <TableHead align="right">In one</TableHead>
          <TableHead align="right">In stock</TableHead>
          <TableHead align="right">Enough for</TableHead>
          <TableHead align="right">Days left</TableHead>
        </tr>
      </thead>
      <tbody>
        {parts.map((part) => (
          <tr key={part.variantId}>
            <td data-wide>
              {part.isDeleted ? (
                <>
                  {part.title}
                  <span className={list.note} data-tone="critical">
                    deleted in your store
                  </span>
                </>
              ) : (
                <>
                  <Link
                    to="/products/$variantId"
                    params={{ variantId: String(part.variantId) }}
                    className={list.name}
                  >
                    {part.title}
                  </Link>
                  <span className={list.note}>{part.sku}</span>
                </>
              )}
            </td>
            <td data-align="right" data-label="In one">
              {formatUnits(part.quantity)}
            </td>
            <td data-align="right" data-label="In stock">
              {part.available === null ? (part.isTracked ? '–' : 'not tracked') : formatUnits(part.available)}
            </td>
            <td data-align="right" data-label="Enough for">
              {part.isDeleted ? '–' : part.enoughFor === null ? '∞' : formatUnits(part.enoughFor)}
            </td>
            <td data-align="right" data-label="Days left">
              {daysWords(part.daysUntilStockout)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export const daysWords = (days: number | null) =>
  days === null ? '–' : days >= NO_SALES_DAYS ? '∞' : coverWords(days)
