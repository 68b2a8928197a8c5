import { Button, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { BundleList } from '@stockcast/contract'
import { IconPackages } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { WriteButton } from '../../session/read-only/write-button.tsx'
import { toSentence } from '../../ui/messages/error-messages.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import list from '../../ui/table/data-table.module.css'
import { Pager } from '../../ui/table/pager.tsx'
import { TableHead } from '../../ui/table/table-head.tsx'
import { canMakeWords, kindWords } from './bundle-words.ts'
import { daysWords } from './parts-table.tsx'
import { RecipeDialog } from './recipe-dialog.tsx'
import { RecipeImport } from './recipe-import.tsx'
import { bundlesQuery } from './use-bundles.ts'

/** Lists the products that are put together of others, and takes recipes by hand and from a file. */
export function BundlesScreen() {
  const [page, setPage] = useState(1)
  const [isNew, { open, close }] = useDisclosure()
  const [isImporting, { toggle }] = useDisclosure()
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(bundlesQuery(page))
  return (
    <>
      <title>Bundles · Stockcast</title>
      <PageHeader
        title="Bundles"
        subtitle="Products that are put together of others. What they sell is demand for their parts."
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
      {error && (
        <ErrorState
          title="Failed to load bundles"
          message={toSentence(error)}
          retry={{ refetch, isFetching }}
        />
      )}
      {!data && !error && (
        <Loading label="Loading bundles...">
          <Skeleton h={160} />
        </Loading>
      )}
      {data && data.total === 0 && (
        <EmptyState
          icon={IconPackages}
          title="No bundles yet"
          hint="Bundles of your store are read with each sync. Add those of an app, and what you make in advance, here."
        />
      )}
      {data && data.total > 0 && (
        <>
          <BundlesTable rows={data.rows} isBusy={isPlaceholderData} />
          {data.total > data.pageSize && <Pager {...data} label="Pages of bundles" onPage={setPage} />}
        </>
      )}
    </>
  )
}

function BundlesTable({ rows, isBusy }: { rows: BundleList['rows']; isBusy: boolean }) {
  return (
    <table className={list.table} aria-label="Bundles" aria-busy={isBusy}>
      <thead>
        <tr>
          <TableHead>Bundle</TableHead>
          <TableHead>Status</TableHead>
          <TableHead align="right">Can make</TableHead>
          <TableHead align="right">Days left</TableHead>
          <TableHead align="right">Parts</TableHead>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const made = canMakeWords(row)
          return (
            <tr key={row.variantId}>
              <td data-wide>
                <Link
                  to="/products/$variantId"
                  params={{ variantId: String(row.variantId) }}
                  className={list.name}
                >
                  {row.title}
                </Link>
                <span className={list.note}>{kindWords[row.kind]}</span>
              </td>
              <td data-wide>
                {!row.isIncomplete && row.canMake !== null && <StatusMark status={row.status} />}
              </td>
              <td data-align="right" data-label="Can make">
                {made.text}
                <span className={list.note} data-tone={row.isIncomplete ? 'critical' : undefined}>
                  {made.note}
                </span>
              </td>
              <td data-align="right" data-label="Days left">
                {daysWords(row.daysUntilStockout)}
              </td>
              <td data-align="right" data-label="Parts">
                {row.parts}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
