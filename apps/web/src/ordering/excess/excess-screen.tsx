import { Group, SegmentedControl } from '@mantine/core'
import {
  type ExcessList,
  type ExcessQuery,
  type ExcessRow,
  excessKinds,
  productsApi,
} from '@stockcast/contract'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { excessQuery } from '../../api/queries.ts'
import { ConnectStoreFirst } from '../../store/connection/connect-store.tsx'
import { NoMatch } from '../../ui/filter-bar.tsx'
import { formatCount, formatUnits } from '../../ui/format/numbers.ts'
import { PageHeader, PendingSubtitle } from '../../ui/page-header.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { PagedList } from '../../ui/table/paged-list.tsx'
import { ClassSelects, getClassFilter, isClassed, noClasses } from '../class-selects.tsx'
import { DownloadButton } from '../download-button.tsx'
import { BulkActions } from '../groups/bulk-actions.tsx'
import { formatSum } from '../money.ts'
import { OrderTabs } from '../order-tabs.tsx'
import { getOrderingFailure } from '../ordering-failures.ts'
import classes from './excess.module.css'
import { type ExcessSort, ExcessTable } from './excess-table.tsx'

const route = getRouteApi('/signed-in/shell/order/excess')

const sorts: readonly ExcessSort[] = ['value', 'units', 'title', 'daysOfCover']
type Kind = ExcessRow['kind'] | 'all'

/** Lists stock beyond demand, and stock without sales, by the value tied up in it. */
export function ExcessScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const kind: Kind = excessKinds.find((each) => each === search.kind) ?? 'all'
  const sort = sorts.find((each) => each === search.sort) ?? 'value'
  const order = search.order === 'asc' ? 'asc' : search.order === 'desc' || sort !== 'title' ? 'desc' : 'asc'
  const classFilter = getClassFilter(search)
  const filter: ExcessQuery = { kind, search: search.search ?? '', sort, order, ...classFilter }
  const excess = useQuery(excessQuery({ ...filter, page: search.page ?? 1 }))
  const { data, error } = excess
  const change = (next: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...next, page: undefined }), replace: true })
  return (
    <>
      <title>Overstock · Stockcast</title>
      <PageHeader
        title="Overstock"
        subtitle={data ? excessWords(data) : !error && <PendingSubtitle />}
        actions={
          <DownloadButton
            endpoint={productsApi.exportExcess}
            query={filter}
            fileName={`overstock-${data?.today ?? ''}.csv`}
          >
            Export CSV
          </DownloadButton>
        }
      />
      <OrderTabs />
      <Group gap={12} mb={16}>
        <SegmentedControl
          aria-label="Kind"
          value={kind}
          onChange={(value) => change({ kind: value === 'all' ? undefined : value })}
          data={[
            { value: 'all', label: 'All' },
            { value: 'overstock', label: `Overstock ${countOf(data?.counts.overstock)}` },
            { value: 'dead', label: `No sales ${countOf(data?.counts.dead)}` },
          ]}
        />
        <ClassSelects filter={classFilter} onChange={change} list="excess" />
        <SearchInput
          className={classes.search}
          label="Search overstock"
          placeholder="Search product or SKU"
          search={search.search ?? ''}
          onSearch={(text) => change({ search: text || undefined })}
        />
      </Group>
      {data && data.total > 0 && (
        <BulkActions
          count={data.total}
          target={{ kind: 'matching', excess: kind, search: search.search ?? '', ...classFilter }}
        />
      )}
      <PagedList
        name="overstock"
        query={excess}
        getFailure={(error) => getOrderingFailure('load_excess', error)}
        empty={
          <NoExcess
            isFiltered={search.kind !== undefined || search.search !== undefined || isClassed(classFilter)}
            onClear={() => change({ kind: undefined, search: undefined, ...noClasses })}
          />
        }
        onPage={(page) => void navigate({ search: (before) => ({ ...before, page }) })}
      >
        {(list, isBusy) => (
          <ExcessTable
            list={list}
            isBusy={isBusy}
            sort={sort}
            order={order}
            onSort={(column) =>
              change({
                sort: column,
                order:
                  column === sort ? (order === 'asc' ? 'desc' : 'asc') : column === 'title' ? 'asc' : 'desc',
              })
            }
          />
        )}
      </PagedList>
    </>
  )
}

function NoExcess({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return isFiltered ? (
    <NoMatch hint="Search for another name or SKU, or clear the filters." onClear={onClear} />
  ) : (
    <EmptyState
      icon={IconCircleCheck}
      title="No overstock"
      hint="No product has more stock than is likely to sell."
      action={<ConnectStoreFirst />}
    />
  )
}

const countOf = (count: number | undefined) => (count === undefined ? '' : formatUnits(count))

/** Returns what overstock and dead stock tie up: `$4,120 in overstock and $900 without sales, of $61,000 in stock.` */
function excessWords({ totals, currency, counts }: ExcessList): string {
  const { overstockMinor, deadMinor, inventoryMinor, rowsWithoutCost } = totals
  const unknown =
    rowsWithoutCost === 0
      ? ''
      : ` ${formatCount(rowsWithoutCost, 'product has', 'products have')} no known cost.`
  if (counts.overstock + counts.dead === 0)
    return `${formatSum(inventoryMinor, currency)} in stock, at cost.${unknown}`
  return `${formatSum(overstockMinor, currency)} in overstock and ${formatSum(deadMinor, currency)} without sales, of ${formatSum(inventoryMinor, currency)} in stock, at cost.${unknown}`
}
