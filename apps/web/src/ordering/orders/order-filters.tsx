import { Checkbox, Select } from '@mantine/core'
import type { PurchaseOrderList, PurchaseOrderStatus } from '@stockcast/contract'
import { FilterBar, FilterSelect } from '../../ui/filter-bar.tsx'
import { formatCount } from '../../ui/format/numbers.ts'
import { SearchInput } from '../../ui/search-input.tsx'
import { orderStatusLabels } from '../order-status.tsx'
import { supplierFilter, useSupplierChoices } from '../use-supplier-choices.ts'
import classes from './orders.module.css'

export interface OrdersFilter {
  search?: string | undefined
  status?: PurchaseOrderStatus | 'open' | undefined
  supplier?: number | undefined
  late?: 'true' | undefined
}

interface OrderFiltersProps {
  filter: OrdersFilter
  counts: PurchaseOrderList['counts'] | undefined
  total: number | undefined
  onChange: (change: OrdersFilter) => void
}

const choices = { all: 'All orders', open: 'Open', ...orderStatusLabels, draft: 'Drafts' }

export function OrderFilters({ filter, counts, total, onChange }: OrderFiltersProps) {
  const suppliers = useSupplierChoices()
  return (
    <FilterBar count={total === undefined ? '' : formatCount(total, 'order')}>
      <SearchInput
        className={classes.search}
        label="Search orders"
        placeholder="Search number or product"
        search={filter.search ?? ''}
        onSearch={(text) => onChange({ search: text || undefined })}
      />
      <FilterSelect
        label="Status"
        choices={choices}
        value={filter.status ?? 'all'}
        onChange={(status) => onChange({ status })}
      />
      <Select
        aria-label="Supplier"
        data={suppliers}
        w={190}
        {...supplierFilter(filter.supplier, (supplier) => onChange({ supplier }))}
      />
      <Checkbox
        label={counts === undefined || counts.late === 0 ? 'Late' : `Late ${counts.late}`}
        checked={filter.late === 'true'}
        onChange={(event) => onChange({ late: event.currentTarget.checked ? 'true' : undefined })}
      />
    </FilterBar>
  )
}
