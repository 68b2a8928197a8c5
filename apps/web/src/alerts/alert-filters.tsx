import type { AlertType } from '@stockcast/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { snoozesQuery } from '../api/queries.ts'
import { type ClassFilter, ListTools } from '../ordering/class-selects.tsx'
import { FilterBar, FilterSelect } from '../ui/filter-bar.tsx'
import { formatCount } from '../ui/format/numbers.ts'
import { snoozedCount } from '../ui/messages/action-texts.ts'
import { alertSortLabels, alertStatusLabels } from '../ui/messages/alert-texts.ts'
import { alertTypeLabels } from '../ui/messages/labels.ts'
import { SearchInput } from '../ui/search-input.tsx'
import classes from './alerts.module.css'

type StatusFilter = keyof typeof alertStatusLabels
type TypeFilter = 'all' | AlertType

const types = { all: 'All Types', ...alertTypeLabels }

interface AlertFiltersProps {
  status: StatusFilter
  type: TypeFilter
  sort: keyof typeof alertSortLabels
  search: string
  groups: ClassFilter
  total: number | undefined
  /** Undefined stands for all. */
  onChange: (
    filter: {
      status?: 'active' | 'resolved' | undefined
      type?: AlertType | undefined
      sort?: 'stockout' | undefined
      search?: string | undefined
    } & ClassFilter,
  ) => void
}

/** Shows search, the filters for status and type, the order, and how many alerts are listed. */
export function AlertFilters({ status, type, sort, search, groups, total, onChange }: AlertFiltersProps) {
  return (
    <FilterBar
      count={
        <>
          <SnoozedLink />
          <span aria-live="polite">{total !== undefined && formatCount(total, 'alert')}</span>
        </>
      }
    >
      <SearchInput
        label="Search alerts"
        placeholder="Search product or SKU"
        search={search}
        onSearch={(text) => onChange({ search: text || undefined })}
      />
      <FilterSelect<'active' | 'resolved'>
        label="Status"
        choices={alertStatusLabels}
        value={status}
        onChange={(next) => onChange({ status: next })}
      />
      <FilterSelect<AlertType>
        label="Type"
        choices={types}
        value={type}
        onChange={(next) => onChange({ type: next })}
      />
      <FilterSelect<'stockout'>
        label="Order"
        choices={alertSortLabels}
        value={sort}
        onChange={(next) => onChange({ sort: next })}
      />
      <ListTools filter={groups} onChange={onChange} list="alerts" />
    </FilterBar>
  )
}

/** Links to the products that raise no alerts; shows nothing without any. */
function SnoozedLink() {
  const { data } = useQuery(snoozesQuery())
  const count = data?.snoozes.length ?? 0
  if (count === 0) return null
  return (
    <Link
      from="/alerts"
      to="/alerts"
      search={(before) => ({ ...before, show: 'snoozed' as const })}
      className={classes.snoozed}
    >
      {snoozedCount(count)}
    </Link>
  )
}
