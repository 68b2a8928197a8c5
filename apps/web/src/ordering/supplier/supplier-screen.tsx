import { Anchor, Breadcrumbs, Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type Supplier, type SupplierDetail, suppliersApi } from '@stockcast/contract'
import { IconTruck } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { queryKeys, supplierQuery } from '../../api/queries.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { WriteButton } from '../../session/read-only/write-button.tsx'
import { notifyFailure, notifySuccess } from '../../ui/messages/notify.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { StatStripSkeleton } from '../../ui/stat-strip.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { getClassFilter } from '../class-selects.tsx'
import { DownloadButton } from '../download-button.tsx'
import { getOrderingFailure } from '../ordering-failures.ts'
import { SupplierDialog } from '../supplier-form/supplier-dialog.tsx'
import { ItemsSection } from './items/items-section.tsx'
import { LeadTimes } from './lead-times.tsx'
import { OpenOrders } from './open-orders.tsx'
import { ScoreStrip } from './score-strip.tsx'
import classes from './supplier.module.css'
import { Terms } from './terms.tsx'

const route = getRouteApi('/signed-in/shell/order/suppliers/$supplierId')

/** Shows one supplier: terms, score, learned lead times, orders and products. */
export function SupplierScreen() {
  const { supplierId } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, refetch, isFetching } = useQuery(supplierQuery(Number(supplierId)))
  if (error instanceof ApiError && error.status === 404) return <MissingSupplier />
  return (
    <>
      <title>{`${data?.supplier.name ?? 'Supplier'} · Stockcast`}</title>
      {!data && !error && <VisuallyHidden component="h1">Supplier</VisuallyHidden>}
      {error && !data && <PageHeader title="Supplier" actions={<AllSuppliers />} />}
      {error && !data && (
        <ErrorState {...getOrderingFailure('load_supplier', error)} retry={{ refetch, isFetching }} />
      )}
      {!data && !error && <SupplierSkeleton />}
      {data && (
        <>
          <Head detail={data} />
          <ScoreStrip supplier={data.supplier} />
          <div className={classes.columns}>
            <div className={classes.main}>
              <ItemsSection
                supplier={data.supplier}
                search={search.search ?? ''}
                classFilter={getClassFilter(search)}
                page={search.page ?? 1}
                onSearch={(text) =>
                  void navigate({
                    search: (before) => ({ ...before, search: text || undefined, page: undefined }),
                    replace: true,
                    resetScroll: false,
                  })
                }
                onClasses={(next) =>
                  void navigate({
                    search: (before) => ({ ...before, ...next, page: undefined }),
                    replace: true,
                    resetScroll: false,
                  })
                }
                onPage={(page) =>
                  void navigate({ search: (before) => ({ ...before, page }), resetScroll: false })
                }
              />
            </div>
            <div className={classes.rail}>
              <Terms supplier={data.supplier} />
              <OpenOrders supplier={data.supplier} />
              <LeadTimes detail={data} />
            </div>
          </div>
        </>
      )}
    </>
  )
}

function Head({ detail: { supplier, stoppedEmails } }: { detail: SupplierDetail }) {
  const [isOpen, { open, close }] = useDisclosure()
  const archive = useArchiveSupplier(supplier)
  return (
    <>
      <nav aria-label="Breadcrumb" className={classes.crumbs}>
        <Breadcrumbs separator="/" separatorMargin={7}>
          <Anchor component={Link} to="/order/suppliers" c="var(--stk-ink-2)" fz="sm">
            Suppliers
          </Anchor>
          <span aria-current="page">{supplier.name}</span>
        </Breadcrumbs>
      </nav>
      <PageHeader
        title={supplier.name}
        subtitle={
          supplier.archivedAt === null
            ? (supplier.email ?? 'No email address for orders yet.')
            : 'Archived: not used for new orders.'
        }
        actions={
          <>
            <DownloadButton
              endpoint={suppliersApi.exportItems}
              query={{ supplierId: supplier.id }}
              fileName={`${supplier.name}.csv`}
            >
              Export CSV
            </DownloadButton>
            <WriteButton loading={archive.isPending} onClick={() => archive.mutate()}>
              {supplier.archivedAt === null ? 'Archive' : 'Restore'}
            </WriteButton>
            <WriteButton onClick={open}>Change terms</WriteButton>
          </>
        }
      />
      {stoppedEmails.length > 0 && (
        <p className={classes.stopped} role="status">
          {stoppedEmails.join(', ')} stopped your orders by email. Use another address, or send the PDF
          yourself.
        </p>
      )}
      <SupplierDialog supplier={supplier} isOpen={isOpen} onClose={close} />
    </>
  )
}

function MissingSupplier() {
  return (
    <>
      <title>Supplier not found · Stockcast</title>
      <PageHeader title="Supplier not found" />
      <EmptyState
        icon={IconTruck}
        title="This supplier is not here"
        hint="The address may be mistyped."
        action={<AllSuppliers />}
      />
    </>
  )
}

function AllSuppliers() {
  return (
    <Button size="xs" renderRoot={(props) => <Link to="/order/suppliers" {...props} />}>
      All suppliers
    </Button>
  )
}

function SupplierSkeleton() {
  return (
    <Loading label="Loading the supplier...">
      <Skeleton h={24} w={240} mb={32} />
      <StatStripSkeleton count={5} />
      <Skeleton h={300} />
    </Loading>
  )
}

/** Archives a supplier, or takes an archived one back into use. */
function useArchiveSupplier({ id, name, archivedAt }: Pick<Supplier, 'id' | 'name' | 'archivedAt'>) {
  const queryClient = useQueryClient()
  const isArchived = archivedAt !== null
  return useMutation({
    mutationFn: () => call(isArchived ? suppliersApi.restore : suppliersApi.archive, { params: { id } }),
    onSuccess: () =>
      notifySuccess({ title: isArchived ? 'Supplier restored' : 'Supplier archived', message: name }),
    onError: (error) => notifyFailure(getOrderingFailure('save_supplier', error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.purchasing }),
  })
}
