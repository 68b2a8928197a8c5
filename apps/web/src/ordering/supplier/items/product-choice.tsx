import { Select } from '@mantine/core'
import { useProductSearch } from '../../../ui/use-product-search.ts'

export interface ChosenProduct {
  variantId: number
  title: string
}

interface ProductChoiceProps {
  product: ChosenProduct | null
  onChange: (product: ChosenProduct | null) => void
}

/** Finds a product of the shop by name or SKU. */
export function ProductChoice({ product, onChange }: ProductChoiceProps) {
  const { rows, inputProps } = useProductSearch()
  const shown: readonly ChosenProduct[] =
    product === null || rows.some(({ variantId }) => variantId === product.variantId)
      ? rows
      : [product, ...rows]
  return (
    <Select
      label="Product"
      placeholder="Search product or SKU"
      data-autofocus
      {...inputProps}
      value={product === null ? null : String(product.variantId)}
      data={shown.map(({ variantId, title }) => ({ value: String(variantId), label: title }))}
      nothingFoundMessage="No product matches"
      onChange={(value) => onChange(shown.find(({ variantId }) => String(variantId) === value) ?? null)}
    />
  )
}
