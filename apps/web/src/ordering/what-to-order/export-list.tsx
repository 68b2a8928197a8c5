import { routes } from '@stockcast/contract'
import { DownloadButton } from '../download-button.tsx'
import type { OrderFilter } from './use-order-groups.ts'

/** Saves the whole list with its filter as CSV. */
export function ExportList({ filter, today }: { filter: OrderFilter; today: string | undefined }) {
  return (
    <DownloadButton path={routes.orderListCsv()} query={filter} fileName={`what-to-order-${today ?? ''}.csv`}>
      Export CSV
    </DownloadButton>
  )
}
