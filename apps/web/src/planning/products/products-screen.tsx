import type { ProductList, ProductSort } from '@stockcast/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { HatchPattern } from '../../charts/shared/hatch.tsx'
import { getClassFilter, isClassed, noClasses } from '../../ordering/class-selects.tsx'
import { BulkActions } from '../../ordering/groups/bulk-actions.tsx'
import { LocationSwitch } from '../../ordering/locations/location-switch.tsx'
import { useLocation } from '../../ordering/locations/use-location.ts'
import { useSession } from '../../session/use-session.ts'
import { formatTimeOrDay } from '../../ui/format/days.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import { getFailure } from '../../ui/messages/error-messages.ts'
import { PageHeader, PendingSubtitle } from '../../ui/page-header.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { WithTimes } from '../../ui/with-times.tsx'
import { NoProducts } from './no-products.tsx'
import { useProductColumns } from './table/product-columns.tsx'
import { ProductsSkeleton, ProductTable } from './table/product-table.tsx'
import { ProductActions } from './toolbar/product-actions.tsx'
import { ProductFilters } from './toolbar/product-filters.tsx'
import { useProductList } from './use-product-list.ts'
import { useFailedForecastsNotice } from './use-run-forecasts.ts'

const route = getRouteApi('/signed-in/shell/products')

/** Returns the first order of a column: best sellers first, all else from the low end or from A. */
const firstOrder = (sort: ProductSort) => (sort === 'averageDailySales' ? 'desc' : 'asc')

export function ProductsScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { status = 'all', sort = 'daysUntilStockout' } = search
  const order = search.order ?? firstOrder(sort)
  const classFilter = getClassFilter(search)
  const place = useLocation()
  const { data, error, refetch, isFetching, isPlaceholderData, shown } = useProductList({
    search: search.search ?? '',
    status,
    sort,
    order,
    ...classFilter,
    ...(place.location && { location: place.location.id }),
  })
  const change = (next: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true })
  const sortBy = (column: ProductSort) =>
    change({
      sort: column,
      order: column !== sort ? firstOrder(column) : order === 'asc' ? 'desc' : 'asc',
    })

  const columns = useProductColumns()
  const isFiltered = search.search !== undefined || status !== 'all' || isClassed(classFilter)
  useFailedForecastsNotice()

  return (
    <>
      <title>Products · Stockcast</title>
      <HatchPattern />
      <PageHeader
        title="Products"
        subtitle={data ? <AsOf list={data} /> : !error && <PendingSubtitle />}
        actions={
          <ProductActions
            today={data?.today}
            isEmpty={data?.counts.all === 0 && !isClassed(classFilter)}
            groups={classFilter}
          />
        }
      />
      <LocationSwitch {...place} />
      <ProductFilters
        search={search.search ?? ''}
        status={status}
        classFilter={classFilter}
        counts={data?.counts}
        columns={columns}
        onSearch={(text) => change({ search: text || undefined })}
        onClasses={change}
        onStatus={(next) => change({ status: next === 'all' ? undefined : next })}
      />
      {data && isFiltered && (
        <BulkActions
          count={data.total}
          target={{
            kind: 'matching',
            search: search.search ?? '',
            status,
            ...classFilter,
            ...(place.location && { location: place.location.id }),
          }}
        />
      )}
      {error && <ErrorState {...getFailure('load_products', error)} retry={{ refetch, isFetching }} />}
      {!data && !error && <ProductsSkeleton columns={columns.shown} sort={sort} order={order} />}
      {data && data.total === 0 && (
        <NoProducts
          search={search.search ?? ''}
          hasStatus={status !== 'all'}
          hasClasses={isClassed(classFilter)}
          onClear={() => change({ search: undefined, status: undefined, ...noClasses })}
        />
      )}
      {data && data.total > 0 && (
        <ProductTable
          list={data}
          filter={shown}
          columns={columns.shown}
          onSort={sortBy}
          isBusy={isPlaceholderData}
        />
      )}
    </>
  )
}

function AsOf({ list }: { list: ProductList }) {
  const { merchant, now } = useSession()
  const at = (instant: string) => formatTimeOrDay(instant, now, merchant.timeZone)
  const parts = [
    list.forecastAsOf === null ? 'No forecasts yet' : `Forecasts from ${at(list.forecastAsOf)}`,
    ...(list.stockAsOf === null ? [] : [`stock as of ${at(list.stockAsOf)}`]),
  ]
  return (
    <>
      {formatCount(list.counts.all, 'product')}. <WithTimes>{parts.join(', ')}</WithTimes>.{' '}
      {list.hasBundles && <Link to="/bundles">Bundles</Link>}
    </>
  )
}
