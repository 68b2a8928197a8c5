import { SegmentedControl, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type ProductList, type StockStatus, stockStatuses } from '@stockcast/contract'
import {
  IconAlertTriangleFilled,
  IconCircleCheck,
  IconCircleHalf2,
  IconSearch,
  IconSquareXFilled,
} from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { formatUnits } from '../../format/numbers.ts'
import { stockStatusLabels } from '../../messages/labels.ts'
import classes from './products.module.css'

const SEARCH_PAUSE_MS = 150
const icons = {
  out_of_stock: IconSquareXFilled,
  critical: IconAlertTriangleFilled,
  warning: IconCircleHalf2,
  healthy: IconCircleCheck,
} as const

interface ProductFiltersProps {
  search: string
  status: 'all' | StockStatus
  counts: ProductList['counts'] | undefined
  onSearch: (text: string) => void
  onStatus: (status: 'all' | StockStatus) => void
}

export function ProductFilters({ search, status, counts, onSearch, onStatus }: ProductFiltersProps) {
  return (
    <div className={classes.filters}>
      <SearchInput search={search} onSearch={onSearch} />
      <SegmentedControl
        aria-label="Status"
        className={classes.statuses}
        value={status}
        onChange={(value) => onStatus(value as 'all' | StockStatus)}
        data={(['all', ...stockStatuses] as const).map((value) => ({
          value,
          label: <StatusLabel status={value} count={counts?.[value]} />,
        }))}
      />
    </div>
  )
}

/** Types freely; the search runs once the typing pauses. The address may change the text too (Back). */
function SearchInput({ search, onSearch }: Pick<ProductFiltersProps, 'search' | 'onSearch'>) {
  const [text, setText] = useState(search)
  const sent = useRef(search)
  const send = useDebouncedCallback((next: string) => {
    sent.current = next.trim()
    onSearch(sent.current)
  }, SEARCH_PAUSE_MS)

  useEffect(() => {
    if (search !== sent.current) {
      sent.current = search
      setText(search)
    }
  }, [search])

  return (
    <TextInput
      type="search"
      className={classes.search}
      aria-label="Search products"
      placeholder="Search product or SKU"
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      maxLength={200}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        send(event.currentTarget.value)
      }}
    />
  )
}

function StatusLabel({ status, count }: { status: 'all' | StockStatus; count: number | undefined }) {
  const Icon = status === 'all' ? null : icons[status]
  return (
    <span className={classes.statusLabel} data-status={status}>
      {Icon && <Icon size={14} stroke={1.75} aria-hidden />}
      {status === 'all' ? 'All' : stockStatusLabels[status]}{' '}
      <span className={classes.statusCount}>{count === undefined ? '' : formatUnits(count)}</span>
    </span>
  )
}
