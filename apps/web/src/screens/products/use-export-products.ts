import { useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { dayOfInstant } from '../../format/days.ts'
import { failureOf } from '../../messages/error-messages.ts'
import { notifyFailure } from '../../messages/notify.tsx'
import { useSession } from '../../session/use-session.ts'

const RELEASE_AFTER_MS = 10_000

/** T-03: saves all products as `inventory-{date}.csv`, the date being the shop's. */
export function useExportProducts(today: string | undefined) {
  const { merchant, now } = useSession()
  const date = today ?? dayOfInstant(now, merchant.timeZone)
  return useMutation({
    mutationFn: () => api.download('/api/products/export.csv'),
    onSuccess: (file) => saveFile(file, `inventory-${date}.csv`),
    onError: (error) => notifyFailure(failureOf('export_products', error)),
  })
}

function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // A browser may read the file a moment after the click.
  setTimeout(() => URL.revokeObjectURL(address), RELEASE_AFTER_MS)
}
