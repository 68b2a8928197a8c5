import { Button } from '@mantine/core'
import {
  type GroupFilter,
  type TrendPeriod,
  type TrendProductQuery,
  type TrendSort,
  trendsApi,
} from '@stockcast/contract'
import { IconDownload, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { download } from '../../api/client.ts'
import { trendProductsQuery } from '../../api/queries.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { ClassSelects, getClassFilter, isClassed } from '../../ordering/class-selects.tsx'
import { BulkActions } from '../../ordering/groups/bulk-actions.tsx'
import { useSession } from '../../session/use-session.ts'
import { saveFile } from '../../ui/browser/save-file.ts'
import { dayOfInstant } from '../../ui/format/days.ts'
import { getFailure } from '../../ui/messages/error-messages.ts'
import { notifyFailure } from '../../ui/messages/notify.tsx'
import { productTexts } from '../../ui/messages/product-texts.ts'
import { SectionHeader } from '../../ui/page-header.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { PagedList } from '../../ui/table/paged-list.tsx'
import { RankingTable } from './ranking-table.tsx'
import classes from './trends.module.css'

type Asked = Pick<TrendProductQuery, 'period' | 'search' | 'sort' | 'order' | keyof GroupFilter> & {
  today: string | undefined
}

const route = getRouteApi('/signed-in/shell/trends')
const PAGE_SIZE = 25

/** Returns the first order of a column: high figures first, names from A. */
const firstOrder = (sort: TrendSort) => (sort === 'title' ? 'asc' : 'desc')

/** Ranks every product over the period by any of its figures. */
export function ProductRanking({ period }: { period: TrendPeriod }) {
  const asked = route.useSearch()
  const navigate = route.useNavigate()
  const { search = '', sort = 'unitsSold', page = 1 } = asked
  const order = asked.order ?? firstOrder(sort)
  const classFilter = getClassFilter(asked)
  const filter = { period, search, sort, order, ...classFilter }
  const ranking = useQuery(trendProductsQuery({ ...filter, page, pageSize: PAGE_SIZE }))
  const exporting = useExportRanking()
  const change = (next: Partial<typeof asked>) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true, resetScroll: false })
  const sortBy = (column: TrendSort) =>
    change({
      sort: column,
      order: column !== sort ? firstOrder(column) : order === 'asc' ? 'desc' : 'asc',
      page: undefined,
    })

  return (
    <section aria-labelledby="ranking" className={classes.section}>
      <SectionHeader
        id="ranking"
        title="By product"
        note={`The last ${period} days compared with the ${period} before. Select a product to see its own trends above.`}
      />
      <div className={classes.filters}>
        <SearchInput
          className={classes.search}
          label="Search products"
          placeholder="Search product or SKU"
          search={search}
          onSearch={(text) => change({ search: text || undefined, page: undefined })}
        />
        <div className={classes.selects}>
          <ClassSelects
            filter={classFilter}
            onChange={(next) => change({ ...next, page: undefined })}
            list="trends"
          />
        </div>
        <Button
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          loading={exporting.isPending}
          onClick={() => exporting.mutate({ ...filter, today: ranking.data?.today })}
        >
          Download CSV
        </Button>
      </div>
      {ranking.data && (search !== '' || isClassed(classFilter)) && (
        <BulkActions count={ranking.data.total} target={{ kind: 'matching', search, ...classFilter }} />
      )}
      <PagedList
        name="products"
        query={ranking}
        getFailure={(error) => getFailure('load_trends', error)}
        empty={<EmptyState icon={IconSearch} title={productTexts.none} />}
        onPage={(next) => change({ page: next })}
      >
        {(list, isBusy) => <RankingTable {...{ list, isBusy, sort, order }} onSort={sortBy} />}
      </PagedList>
    </section>
  )
}

/** Saves the whole ranking, as searched and sorted, as `trends-{period}-days-{date}.csv`. */
function useExportRanking() {
  const { merchant, now } = useSession()
  return useMutation({
    mutationFn: ({ today: _, ...query }: Asked) => download(trendsApi.exportProducts, { query }),
    onSuccess: (file, { period, today }) =>
      saveFile(file, `trends-${period}-days-${today ?? dayOfInstant(now, merchant.timeZone)}.csv`),
    onError: (error) => notifyFailure(getFailure('export_trends', error)),
  })
}
