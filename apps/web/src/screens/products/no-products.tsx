import { Button } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { productTexts } from '../../messages/product-texts.ts'
import { EmptyState } from '../../theme/states.tsx'

interface NoProductsProps {
  search: string
  isFiltered: boolean
  onClear: () => void
}

/** T-01: nothing to list, and the way out. */
export function NoProducts({ search, isFiltered, onClear }: NoProductsProps) {
  if (search !== '') {
    return (
      <EmptyState
        icon={IconSearch}
        title={productTexts.none}
        hint={`No title or SKU has “${search}”${isFiltered ? ' with this status' : ''}.`}
        action={
          <Button size="xs" onClick={onClear}>
            Clear search
          </Button>
        }
      />
    )
  }
  if (isFiltered) {
    return (
      <EmptyState
        icon={IconSearch}
        title={productTexts.none}
        hint="No product has this status now."
        action={
          <Button size="xs" onClick={onClear}>
            Show all products
          </Button>
        }
      />
    )
  }
  return (
    <EmptyState
      icon={IconSearch}
      title={productTexts.none}
      hint="Products appear here after the next sync with your store."
    />
  )
}
