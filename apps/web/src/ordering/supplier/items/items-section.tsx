import { Button } from '@mantine/core'
import type { SupplierRow, SupplierVariantRow } from '@stockcast/contract'
import { IconPackage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { supplierVariantsQuery } from '../../../api/queries.ts'
import { WriteButton } from '../../../session/read-only/write-button.tsx'
import { formatUnits } from '../../../ui/format/numbers.ts'
import { SectionHeader } from '../../../ui/page-header.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { Pager } from '../../../ui/table/pager.tsx'
import { type ClassFilter, ClassSelects, isClassed } from '../../class-selects.tsx'
import { getOrderingFailure } from '../../ordering-failures.ts'
import { ItemDialog, type ItemOf } from './item-dialog.tsx'
import classes from './items.module.css'
import { ItemsTable } from './items-table.tsx'

const PAGE = 50

interface ItemsSectionProps {
  supplier: SupplierRow
  search: string
  classFilter: ClassFilter
  page: number
  onSearch: (text: string) => void
  onClasses: (change: ClassFilter) => void
  onPage: (page: number) => void
}

/** Lists what a supplier sells, with packs, minima and prices. */
export function ItemsSection(props: ItemsSectionProps) {
  const { supplier, search, classFilter, page, onSearch, onClasses, onPage } = props
  const isWhole = search === '' && !isClassed(classFilter)
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(
    supplierVariantsQuery({ supplierId: supplier.id, search, ...classFilter, page, pageSize: PAGE }),
  )
  const hasNone = isWhole && data?.total === 0 && !isPlaceholderData
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
            onSearch={onSearch}
          />
          <ClassSelects filter={classFilter} onChange={onClasses} without="supplier" />
        </div>
      )}
      {error && !data && (
        <ErrorState
          {...getOrderingFailure('load_supplier_items', error)}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {data?.total === 0 && (
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
              <Button
                size="xs"
                renderRoot={(button) => <Link to="/order/import" search={{ kind: 'items' }} {...button} />}
              >
                Import products
              </Button>
            )
          }
        />
      )}
      {data && data.total > 0 && (
        <>
          <ItemsTable
            rows={data.rows}
            isBusy={isPlaceholderData}
            onOpen={(item: SupplierVariantRow) => setOpened({ supplier, item })}
          />
          {data.total > data.pageSize && <Pager {...data} label="Pages of products" onPage={onPage} />}
        </>
      )}
      <ItemDialog opened={opened} onClose={() => setOpened(null)} />
    </section>
  )
}
