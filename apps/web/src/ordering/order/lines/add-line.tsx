import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { supplierVariantsQuery } from '../../../api/queries.ts'
import { MAX_FOUND, useProductSearch } from '../../../ui/use-product-search.ts'
import type { LineDraft } from './line-draft.ts'

interface AddLineProps {
  supplierId: number | null
  /** Products that are in the order already. */
  taken: readonly number[]
  onAdd: (line: LineDraft) => void
}

type Choice = Pick<LineDraft, 'variantId' | 'title' | 'sku' | 'packSize'>

/** Finds a product by name or SKU and adds it. Without a search it offers those that the supplier sells. */
export function AddLine({ supplierId, taken, onAdd }: AddLineProps) {
  const { search, setTyped, rows, inputProps } = useProductSearch({ findsWithoutText: false })
  const items = useQuery({
    ...supplierVariantsQuery({ supplierId: supplierId ?? undefined, search, pageSize: MAX_FOUND }),
    enabled: supplierId !== null,
  })
  const known: readonly Choice[] = items.data?.rows ?? []
  const others: Choice[] = search === '' ? [] : rows.map((row) => ({ ...row, packSize: 1 }))
  const choices = [
    ...known,
    ...others.filter(({ variantId }) => known.every((each) => each.variantId !== variantId)),
  ]
    .filter(({ variantId }) => !taken.includes(variantId))
    .slice(0, MAX_FOUND)
  return (
    <Select
      label="Add a product"
      placeholder="Search product or SKU"
      maw={420}
      {...inputProps}
      value={null}
      data={choices.map(({ variantId, title, sku }) => ({
        value: String(variantId),
        label: sku === null ? title : `${title} (${sku})`,
      }))}
      nothingFoundMessage={search === '' ? 'Type a name or SKU' : 'No product matches'}
      onChange={(value) => {
        const choice = choices.find(({ variantId }) => String(variantId) === value)
        if (choice === undefined) return
        const { variantId, title, sku, packSize } = choice
        onAdd({
          variantId,
          title,
          sku,
          packSize,
          priceMinor: null,
          units: String(packSize),
          cost: '',
          confirmed: '',
        })
        setTyped('')
      }}
    />
  )
}
