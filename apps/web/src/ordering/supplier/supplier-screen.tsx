import { Box, Skeleton, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type Supplier, type SupplierDetail, type SupplierRow, suppliersApi } from '@stockcast/contract'
import { IconTruck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { supplierQuery } from '../../api/queries.ts'
import { WriteButton } from '../../session/read-only/write-button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Crumbs } from '../../ui/crumbs.tsx'
import { formatDayRange } from '../../ui/format/days.ts'
import { formatDayCount } from '../../ui/format/numbers.ts'
import { notifySuccess } from '../../ui/messages/notify.tsx'
import { PageHeader, SectionHeader } from '../../ui/page-header.tsx'
import { StatStripSkeleton } from '../../ui/stat-strip.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { DownloadButton } from '../download-button.tsx'
import { getOrderingFailure } from '../ordering-failures.ts'
import { SupplierDialog } from '../supplier-form/supplier-dialog.tsx'
import { minimumWords, reviewWords } from '../supplier-words.ts'
import { useOrderingChange } from '../use-ordering-change.ts'
import { ItemsSection } from './items/items-section.tsx'
import { LeadTimes } from './lead-times.tsx'
import { OpenOrders } from './open-orders.tsx'
import { ScoreStrip } from './score-strip.tsx'
import classes from './supplier.module.css'

const route = getRouteApi('/signed-in/shell/order/suppliers/$supplierId')

/** Shows one supplier: terms, score, learned lead times, orders and products. */
export function SupplierScreen() {
  const { supplierId } = route.useParams()
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
            <Box miw={0}>
              <ItemsSection supplier={data.supplier} />
            </Box>
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
      <Crumbs to="/order/suppliers" up="Suppliers" here={supplier.name} />
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
    <ButtonLink size="xs" to="/order/suppliers">
      All suppliers
    </ButtonLink>
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
  const isArchived = archivedAt !== null
  return useOrderingChange({
    mutationFn: () => call(isArchived ? suppliersApi.restore : suppliersApi.archive, { params: { id } }),
    onSuccess: () =>
      notifySuccess({ title: isArchived ? 'Supplier restored' : 'Supplier archived', message: name }),
    failed: 'save_supplier',
  })
}

function Terms({ supplier }: { supplier: SupplierRow }) {
  const { statedLeadTimeDays, worstLeadTimeDays, coverDays, shutdowns, currency } = supplier
  const { otherEmails, contactName, address } = supplier
  const facts = [
    ['Stated lead time', statedLeadTimeDays === null ? 'unknown' : formatDayCount(statedLeadTimeDays)],
    ...(worstLeadTimeDays === null ? [] : [['At worst', formatDayCount(worstLeadTimeDays)]]),
    ['Order days', reviewWords(supplier.review)],
    ...(coverDays === null ? [] : [['An order lasts', `at least ${formatDayCount(coverDays)}`]]),
    ['Minimum', minimumWords(supplier.minimum, currency)],
    ['Currency', currency],
    ...(contactName === '' ? [] : [['Contact', contactName]]),
    ...(address === '' ? [] : [['Address', address]]),
    ...(otherEmails.length === 0 ? [] : [['More emails', otherEmails.join(', ')]]),
    ['Rejected units', supplier.replacesRejected ? 'are sent again' : 'are not replaced'],
    ...(shutdowns.length === 0
      ? []
      : [['Closed', shutdowns.map(({ from, to }) => formatDayRange(from, to)).join('; ')]]),
  ]
  return (
    <section aria-labelledby="terms">
      <SectionHeader id="terms" title="Terms" />
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
