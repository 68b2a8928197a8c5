import { Group } from '@mantine/core'
import { type TrendPeriod, type TrendSort, trendsApi } from '@stockcast/contract'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { trendProductsQuery } from '../../api/queries.ts'
import { ClassSelects, getClassFilter, isClassed } from '../../ordering/class-selects.tsx'
import { DownloadButton } from '../../ordering/download-button.tsx'
import { BulkActions } from '../../ordering/groups/bulk-actions.tsx'
import { useSession } from '../../session/use-session.ts'
import { dayOfInstant } from '../../ui/format/days.ts'
import { getFailure } from '../../ui/messages/error-messages.ts'
import { productTexts } from '../../ui/messages/product-texts.ts'
import { SectionHeader } from '../../ui/page-header.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { PagedList } from '../../ui/table/paged-list.tsx'
import { RankingTable } from './ranking-table.tsx'
import classes from './trends.module.css'

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
  const { merchant, now } = useSession()
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
      <Group className={classes.filters} gap={12} align="stretch" justify="space-between" mb={18}>
        <SearchInput
          className={classes.search}
          label="Search products"
          placeholder="Search product or SKU"
          search={search}
          onSearch={(text) => change({ search: text || undefined, page: undefined })}
        />
        <Group className={classes.selects} flex="1 1 auto" gap={8}>
          <ClassSelects
            filter={classFilter}
            onChange={(next) => change({ ...next, page: undefined })}
            list="trends"
          />
        </Group>
        <DownloadButton
          endpoint={trendsApi.exportProducts}
          query={filter}
          fileName={`trends-${period}-days-${ranking.data?.today ?? dayOfInstant(now, merchant.timeZone)}.csv`}
          getFailure={(error) => getFailure('export_trends', error)}
        >
          Download CSV
        </DownloadButton>
      </Group>
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
