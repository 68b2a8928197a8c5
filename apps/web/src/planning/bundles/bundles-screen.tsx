import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { BundleList } from '@stockcast/contract'
import { IconPackages } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { WriteButton } from '../../session/read-only/write-button.tsx'
import { toSentence } from '../../ui/messages/error-messages.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProductName } from '../../ui/product-name.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { PagedList } from '../../ui/table/paged-list.tsx'
import { canMakeWords, kindWords } from './bundle-words.ts'
import { daysWords } from './parts-table.tsx'
import { RecipeDialog } from './recipe-dialog.tsx'
import { RecipeImport } from './recipe-import.tsx'
import { bundlesQuery } from './use-bundles.ts'

const columns: readonly Column<BundleList['rows'][number]>[] = [
  {
    head: 'Bundle',
    narrow: 'wide',
    cell: (row) => <ProductName {...row} />,
    note: ({ kind }) => kindWords[kind],
  },
  {
    head: 'Status',
    narrow: 'wide',
    cell: ({ isIncomplete, canMake, status }) =>
      !isIncomplete && canMake !== null && <StatusMark status={status} />,
  },
  {
    head: 'Can make',
    align: 'right',
    cell: (row) => canMakeWords(row).text,
    note: (row) => ({ text: canMakeWords(row).note, tone: row.isIncomplete && 'critical' }),
  },
  { head: 'Days left', align: 'right', cell: ({ daysUntilStockout }) => daysWords(daysUntilStockout) },
  { head: 'Parts', align: 'right', cell: ({ parts }) => parts },
]

/** Lists the products that are made of other products, and takes recipes by hand and from a file. */
export function BundlesScreen() {
  const [page, setPage] = useState(1)
  const [isNew, { open, close }] = useDisclosure()
  const [isImporting, { toggle }] = useDisclosure()
  const bundles = useQuery(bundlesQuery(page))
  return (
    <>
      <title>Bundles · Stockcast</title>
      <PageHeader
        title="Bundles"
        subtitle="Products made of other products. Their sales count as demand for their parts."
        actions={
          <>
            <Button onClick={toggle} aria-expanded={isImporting}>
              Import
            </Button>
            <WriteButton variant={isImporting ? 'default' : 'filled'} onClick={open}>
              Add bundle
            </WriteButton>
          </>
        }
      />
      <RecipeDialog isOpen={isNew} product={null} bundle={null} onClose={close} />
      {isImporting && <RecipeImport />}
      <PagedList
        name="bundles"
        query={bundles}
        getFailure={(error) => ({ title: 'Failed to load bundles', message: toSentence(error) })}
        empty={
          <EmptyState
            icon={IconPackages}
            title="No bundles yet"
            hint="Bundles made in Shopify come in with each sync. Add the others here: those of an app, and what you make in advance."
          />
        }
        onPage={setPage}
      >
        {({ rows }, isBusy) => (
          <DataTable
            label="Bundles"
            columns={columns}
            rows={rows}
            getKey={({ variantId }) => variantId}
            isBusy={isBusy}
          />
        )}
      </PagedList>
    </>
  )
}
