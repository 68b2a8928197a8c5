import type { SupplierRow } from '@stockcast/contract'
import { IconPackage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { supplierVariantsQuery } from '../../../api/queries.ts'
import { WriteButton } from '../../../session/read-only/write-button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { formatUnits } from '../../../ui/format/numbers.ts'
import { SectionHeader } from '../../../ui/page-header.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { PagedList } from '../../../ui/table/paged-list.tsx'
import { ClassSelects, getClassFilter, isClassed } from '../../class-selects.tsx'
import { getOrderingFailure } from '../../ordering-failures.ts'
import { ItemDialog, type ItemOf } from './item-dialog.tsx'
import classes from './items.module.css'
import { ItemsTable } from './items-table.tsx'

const PAGE = 50

const route = getRouteApi('/signed-in/shell/order/suppliers/$supplierId')

/** Lists what a supplier sells, with packs, minima and prices. */
export function ItemsSection({ supplier }: { supplier: SupplierRow }) {
  const asked = route.useSearch()
  const navigate = route.useNavigate()
  const { search = '', page = 1 } = asked
  const classFilter = getClassFilter(asked)
  const change = (next: Partial<typeof asked>, replace = true) =>
    void navigate({
      search: (before) => ({ ...before, page: undefined, ...next }),
      replace,
      resetScroll: false,
    })
  const isWhole = search === '' && !isClassed(classFilter)
  const items = useQuery(
    supplierVariantsQuery({ supplierId: supplier.id, search, ...classFilter, page, pageSize: PAGE }),
  )
  const { data } = items
  const hasNone = isWhole && data?.total === 0 && !items.isPlaceholderData
  const [opened, setOpened] = useState<ItemOf | null>(null)
  return (
    <section aria-labelledby="items">
      <SectionHeader
        id="items"
        title={data && data.total > 0 ? `Products ${formatUnits(data.total)}` : 'Products'}
        aside={
          <WriteButton size="xs" onClick={() => setOpened({ supplier, item: null })}>
            Add product
          </WriteButton>
        }
      />
      {!hasNone && (
        <div className={classes.find}>
          <SearchInput
            className={classes.search}
            label="Search the supplier’s products"
            placeholder="Search product or SKU"
            search={search}
            onSearch={(text) => change({ search: text || undefined })}
          />
          <ClassSelects filter={classFilter} onChange={change} without="supplier" />
        </div>
      )}
      <PagedList
        name="products"
        query={items}
        getFailure={(error) => getOrderingFailure('load_supplier_items', error)}
        empty={
          <EmptyState
            icon={IconPackage}
            title={hasNone ? 'No products yet' : 'No product matches'}
            hint={
              hasNone
                ? 'What to order suggests an order here once this supplier has products.'
                : 'Search for another name, SKU or class.'
            }
            action={
              hasNone && (
                <ButtonLink size="xs" to="/order/import" search={{ kind: 'items' }}>
                  Import products
                </ButtonLink>
              )
            }
          />
        }
        onPage={(next) => change({ page: next }, false)}
      >
        {({ rows }, isBusy) => (
          <ItemsTable rows={rows} isBusy={isBusy} onOpen={(item) => setOpened({ supplier, item })} />
        )}
      </PagedList>
      <ItemDialog opened={opened} onClose={() => setOpened(null)} />
    </section>
  )
}
