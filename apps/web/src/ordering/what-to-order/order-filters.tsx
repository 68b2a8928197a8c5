import { NumberInput, Select } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import type { SupplierRow } from '@stockcast/contract'
import { useState } from 'react'
import { SearchInput } from '../../ui/search-input.tsx'
import { type ClassFilter, ClassSelects } from '../class-selects.tsx'
import { amountField } from '../money.ts'
import { supplierFilter } from '../use-supplier-choices.ts'
import classes from './what-to-order.module.css'

const TYPING_PAUSE_MS = 400

export interface OrderListFilter extends ClassFilter {
  /** In the shop's currency. */
  budget?: number | undefined
  search?: string | undefined
}

interface OrderFiltersProps {
  filter: OrderListFilter
  currency: string
  suppliers: readonly SupplierRow[]
  onChange: (change: OrderListFilter) => void
}

/** Shows the budget and the filters of the list. */
export function OrderFilters({ filter, currency, suppliers, onChange }: OrderFiltersProps) {
  const [budget, setBudget] = useState<number | string>(filter.budget ?? '')
  const send = useDebouncedCallback((value: number | string) => {
    onChange({ budget: typeof value === 'number' && value > 0 ? value : undefined })
  }, TYPING_PAUSE_MS)
  return (
    <div className={classes.filters}>
      <NumberInput
        label="Budget"
        w="8rem"
        placeholder="No limit"
        rightSection={<span className="quiet">{currency}</span>}
        rightSectionWidth={48}
        hideControls
        value={budget}
        onChange={(value) => {
          setBudget(value)
          send(value)
        }}
        {...amountField(currency)}
      />
      <Select
        label="Supplier"
        w="10rem"
        data={suppliers.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...supplierFilter(filter.supplier?.[0], (id) =>
          onChange({ supplier: id === undefined ? id : [id] }),
        )}
      />
      <ClassSelects filter={filter} onChange={onChange} list="order" without="supplier" />
      <SearchInput
        className={classes.search}
        label="Search what to order"
        placeholder="Search product or SKU"
        search={filter.search ?? ''}
        onSearch={(text) => onChange({ search: text || undefined })}
      />
    </div>
  )
}
