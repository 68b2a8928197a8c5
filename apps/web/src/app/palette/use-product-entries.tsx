import { useDebouncedValue } from '@mantine/hooks'
import { IconBox } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { productsQuery } from '../../api/queries.ts'
import { StatusMark } from '../../ui/status-mark.tsx'
import type { PaletteEntry } from './entries.ts'

const PAUSE_MS = 150
const MAX = 6

/** Finds products of the whole catalogue by title or SKU, at the server, once the typing pauses. */
export function useProductEntries(text: string) {
  const navigate = useNavigate()
  const [search] = useDebouncedValue(text.trim(), PAUSE_MS)
  const isAsked = search !== '' && text.trim() !== ''
  const { data, error } = useQuery({
    ...productsQuery({ search, pageSize: MAX }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  const rows = isAsked ? (data?.rows ?? []) : []
  const entries = rows.map(
    ({ variantId, title, sku, status }): PaletteEntry => ({
      id: `product-${variantId}`,
      group: 'Products',
      label: title,
      icon: IconBox,
      hint: sku,
      mark: <StatusMark status={status} />,
      run: () => void navigate({ to: '/products/$variantId', params: { variantId: String(variantId) } }),
    }),
  )
  return {
    entries,
    error: isAsked ? error : null,
    isWaiting: text.trim() !== '' && (!data || search !== text.trim()),
  }
}
