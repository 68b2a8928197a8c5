import { Box } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { suppliersApi } from '@stockcast/contract'
import { IconTruck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { suppliersQuery, vendorsQuery } from '../../api/queries.ts'
import { WriteButton } from '../../session/read-only/write-button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { FilterBar, FilterSelect } from '../../ui/filter-bar.tsx'
import { formatCount } from '../../ui/format/numbers.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { PagedList } from '../../ui/table/paged-list.tsx'
import { DownloadButton } from '../download-button.tsx'
import { OrderTabs } from '../order-tabs.tsx'
import { getOrderingFailure } from '../ordering-failures.ts'
import { SupplierDialog } from '../supplier-form/supplier-dialog.tsx'
import { Vendors } from '../what-to-order/invitation/vendors.tsx'
import { supplierColumns } from './supplier-columns.tsx'
import classes from './suppliers.module.css'

const route = getRouteApi('/signed-in/shell/order/suppliers')

const statuses = { active: 'In use', archived: 'Archived', all: 'All suppliers' }
type Status = keyof typeof statuses

/** Lists the suppliers with what was learned about each. */
export function SuppliersScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [isNew, { open, close }] = useDisclosure()
  const status: Status = (['archived', 'all'] as const).find((each) => each === search.status) ?? 'active'
  const query = { search: search.search ?? '', status, page: search.page ?? 1 }
  const suppliers = useQuery(suppliersQuery(query))
  const vendors = useQuery(vendorsQuery())
  const isFiltered = query.search !== '' || status !== 'active'
  const areVendorsFirst =
    !isFiltered && suppliers.data?.total === 0 && (vendors.data?.vendors.length ?? 0) > 0
  const change = (next: { search?: string | undefined; status?: string | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...next, page: undefined }), replace: true })
  return (
    <>
      <title>Suppliers · Stockcast</title>
      <PageHeader
        title="Suppliers"
        subtitle="Their terms, and what their deliveries showed."
        actions={
          <>
            <DownloadButton endpoint={suppliersApi.exportCsv} fileName="suppliers.csv">
              Export CSV
            </DownloadButton>
            <ButtonLink to="/order/import">Import</ButtonLink>
            <WriteButton variant={areVendorsFirst ? 'default' : 'filled'} onClick={open}>
              Add supplier
            </WriteButton>
          </>
        }
      />
      <OrderTabs />
      <SupplierDialog supplier={null} isOpen={isNew} onClose={close} />
      <FilterBar count={suppliers.data ? formatCount(suppliers.data.total, 'supplier') : ''}>
        <SearchInput
          className={classes.search}
          label="Search suppliers"
          placeholder="Search supplier"
          search={query.search}
          onSearch={(text) => change({ search: text || undefined })}
        />
        <FilterSelect<Exclude<Status, 'all'>>
          label="Status"
          choices={statuses}
          value={status}
          onChange={(next) =>
            change({ status: next === undefined ? 'all' : next === 'active' ? undefined : next })
          }
        />
      </FilterBar>
      <PagedList
        name="suppliers"
        query={suppliers}
        getFailure={(error) => getOrderingFailure('load_suppliers', error)}
        empty={
          <EmptyState
            icon={IconTruck}
            title={isFiltered ? 'No supplier matches' : 'No suppliers yet'}
            hint={
              isFiltered
                ? 'Try another name.'
                : 'Import a list from a file, or add the first one by hand. Exports of Stocky work as they are.'
            }
          />
        }
        onPage={(page) => void navigate({ search: (before) => ({ ...before, page }) })}
      >
        {({ rows }, isBusy) => (
          <DataTable
            label="Suppliers"
            columns={supplierColumns}
            rows={rows}
            getKey={({ id }) => id}
            isBusy={isBusy}
          />
        )}
      </PagedList>
      {!isFiltered && suppliers.data && <WithoutSupplier isFirst={suppliers.data.total === 0} />}
    </>
  )
}

/** Offers a supplier for the products that have none; shows nothing if there is none to offer. */
function WithoutSupplier({ isFirst }: { isFirst: boolean }) {
  const { data } = useQuery(vendorsQuery())
  const area = useRef<HTMLDivElement>(null)
  const isMeant = useLocation({ select: ({ hash }) => hash === 'vendors' })
  const isShown = data !== undefined && data.vendors.length + (isFirst ? 0 : data.withoutVendor) > 0
  // It is read after the page was scrolled to.
  useEffect(() => {
    if (isShown && isMeant) area.current?.scrollIntoView()
  }, [isShown, isMeant])
  return isShown ? (
    <Box ref={area} mt={48}>
      <Vendors {...data} isFirst={isFirst} />
    </Box>
  ) : null
}
