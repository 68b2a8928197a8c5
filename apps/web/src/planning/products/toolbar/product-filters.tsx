import { ActionIcon, Menu, SegmentedControl } from '@mantine/core'
import { type ProductFilter, type ProductList, productFilters } from '@stockcast/contract'
import { IconColumns3 } from '@tabler/icons-react'
import { type ClassFilter, ClassSelects } from '../../../ordering/class-selects.tsx'
import { useChosenInSight } from '../../../ui/browser/use-chosen-in-sight.ts'
import { formatUnits } from '../../../ui/format/numbers.ts'
import { productFilterLabels } from '../../../ui/messages/labels.ts'
import { SearchInput } from '../../../ui/search-input.tsx'
import { statusIcons } from '../../../ui/status-mark.tsx'
import classes from '../products.module.css'
import {
  columnLabel,
  type ProductColumn,
  productColumns,
  type ShownColumns,
  type useProductColumns,
} from '../table/product-columns.tsx'

interface ColumnMenuProps {
  shown: ShownColumns
  onToggle: (column: ProductColumn) => void
}

interface ProductFiltersProps {
  search: string
  status: ProductFilter
  classFilter: ClassFilter
  counts: ProductList['counts'] | undefined
  columns: ReturnType<typeof useProductColumns>
  onSearch: (text: string) => void
  onStatus: (status: ProductFilter) => void
  onClasses: (change: ClassFilter) => void
}

export function ProductFilters(props: ProductFiltersProps) {
  const { search, status, classFilter, counts, columns, onSearch, onStatus, onClasses } = props
  const filters = productFilters.filter(
    (each) => each !== 'off_sale' || status === each || (counts?.off_sale ?? 0) > 0,
  )
  const row = useChosenInSight<HTMLDivElement>(`${status} of ${counts === undefined}`)
  return (
    <div className={classes.filters}>
      <div className={classes.find}>
        <SearchInput
          className={classes.search}
          label="Search products"
          placeholder="Search product or SKU"
          search={search}
          onSearch={onSearch}
        />
        <ColumnMenu shown={columns.shown} onToggle={columns.toggle} />
      </div>
      <div className={classes.selects}>
        <ClassSelects filter={classFilter} onChange={onClasses} list="products" columns={columns} />
      </div>
      <div ref={row} className={classes.statuses}>
        <SegmentedControl
          aria-label="Status"
          value={status}
          onChange={(value) => onStatus(value as ProductFilter)}
          data={filters.map((value) => ({
            value,
            label: <StatusLabel status={value} count={counts?.[value]} />,
          }))}
        />
      </div>
    </div>
  )
}

function StatusLabel({ status, count }: { status: ProductFilter; count: number | undefined }) {
  const Icon = status === 'all' || status === 'off_sale' ? null : statusIcons[status]
  return (
    <span className={classes.statusLabel} data-status={status}>
      {Icon && <Icon size={14} stroke={1.75} aria-hidden />}
      {productFilterLabels[status]}{' '}
      <span className={classes.statusCount}>{count === undefined ? '' : formatUnits(count)}</span>
    </span>
  )
}

/** Shows the menu, which stays open while columns are chosen. */
function ColumnMenu({ shown, onToggle }: ColumnMenuProps) {
  return (
    <Menu position="bottom-end" withinPortal closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label="Columns">
          <IconColumns3 size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {productColumns.map((column) => (
          <Menu.CheckboxItem key={column} checked={shown.has(column)} onChange={() => onToggle(column)}>
            {columnLabel(column)}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
