import type { SupplierRow } from '@stockcast/contract'
import { Link } from '@tanstack/react-router'
import { formatUnits } from '../../ui/format/numbers.ts'
import list from '../../ui/table/data-table.module.css'
import type { Column } from '../../ui/table/data-table.tsx'
import { lateWords, leadTimeNote, leadTimeWords, ratioWords, reviewWords } from '../supplier-words.ts'

export const supplierColumns: readonly Column<SupplierRow>[] = [
  {
    head: 'Supplier',
    narrow: 'wide',
    cell: ({ id, name }) => (
      <Link to="/order/suppliers/$supplierId" params={{ supplierId: String(id) }} className={list.name}>
        {name}
      </Link>
    ),
    note: ({ archivedAt, review, currency }) =>
      archivedAt === null ? `order ${reviewWords(review)}, in ${currency}` : 'archived',
  },
  {
    head: 'Lead time',
    label: 'Lead time',
    narrow: 'wide',
    cell: ({ leadTime }) => leadTimeWords(leadTime),
    note: ({ leadTime }) => leadTimeNote(leadTime),
  },
  {
    head: 'On time',
    align: 'right',
    cell: ({ score }) => ratioWords(score.onTimeRatio),
    note: ({ score, currency }) =>
      score.lateUnits > 0 && { text: `late: ${lateWords(score, currency)}`, tone: 'warning' },
  },
  {
    head: 'Delivered in full',
    label: 'In full',
    align: 'right',
    cell: ({ score }) => ratioWords(score.fillRatio),
  },
  {
    head: 'Open orders',
    align: 'right',
    cell: ({ openOrders }) => formatUnits(openOrders),
    note: ({ finishedOrders }) => finishedOrders > 0 && `${formatUnits(finishedOrders)} finished`,
  },
  { head: 'Products', align: 'right', cell: ({ items }) => formatUnits(items) },
]
