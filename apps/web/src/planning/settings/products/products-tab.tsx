import { Box, Skeleton } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { getClassFilter, isClassed } from '../../../ordering/class-selects.tsx'
import { ConnectStore } from '../../../store/connection/connect-store.tsx'
import { getFailure } from '../../../ui/messages/error-messages.ts'
import { defaultsWords, noProductsText } from '../../../ui/messages/settings-texts.ts'
import { EmptyState, ErrorState, Loading } from '../../../ui/states.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { type Filter, getPage, nothing, type Selection } from './selection.ts'
import { VariantFilters } from './variant-filters.tsx'
import { VariantTable } from './variant-table.tsx'

const route = getRouteApi('/signed-in/shell/settings')

/** Lists the products with settings of their own (G-03). */
export function ProductsTab() {
  const asked = route.useSearch()
  const navigate = route.useNavigate()
  const groups = getClassFilter(asked)
  const filter: Filter = {
    search: asked.search ?? '',
    only: asked.only === 'overridden' ? 'overridden' : 'all',
    ...groups,
  }
  const [selection, setSelection] = useState<Selection>(nothing)
  const query = useQuery({ ...getPage(filter, 1), placeholderData: keepPreviousData })
  const { data, error } = query
  const change = (next: Partial<Filter>) => {
    void navigate({
      search: (before) => ({
        ...before,
        ...next,
        ...(next.search === '' && { search: undefined }),
        ...(next.only === 'all' && { only: undefined }),
      }),
      replace: true,
      resetScroll: false,
    })
    setSelection(nothing)
  }
  if (data === undefined) {
    if (error === null) return <PendingList />
    return <ErrorState {...getFailure('load_settings', error)} retry={query} />
  }
  if (data.counts.all === 0 && !isClassed(groups)) return <NoProducts />
  return (
    <section aria-label="Per-Product Settings">
      <Box component="p" maw="44rem" mb={18} className="muted">
        A product’s own settings override its supplier’s and the defaults: {defaultsWords(data.defaults)}. An
        empty field uses the number in grey. A row with nothing above 0 counts as empty.
      </Box>
      <VariantFilters filter={filter} counts={data.counts} onChange={change} />
      <BulkBar
        selection={selection}
        filter={filter}
        total={data.total}
        defaults={data.defaults}
        onClear={() => setSelection(nothing)}
      />
      {data.total === 0 ? (
        <EmptyState icon={IconPackage} title="No product matches." hint="Try another name, SKU or class." />
      ) : (
        <VariantTable
          list={data}
          filter={filter}
          isBusy={query.isPlaceholderData}
          selection={selection}
          onSelect={setSelection}
        />
      )}
    </section>
  )
}

function NoProducts() {
  return <EmptyState icon={IconPackage} title={noProductsText} action={<ConnectStore />} />
}

function PendingList() {
  return (
    <Loading label="Loading settings...">
      <Skeleton h={44} mb={18} />
      <Skeleton h={420} />
    </Loading>
  )
}
