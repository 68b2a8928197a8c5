import { MultiSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { useProductSearch } from '../../ui/use-product-search.ts'

export interface ChosenProduct {
  variantId: number
  title: string
}

interface ProductChoicesProps {
  label?: string
  products: readonly ChosenProduct[]
  error: ReactNode
  onChange: (products: ChosenProduct[]) => void
}

/** Finds products of the shop by name or SKU. */
export function ProductChoices({ label = 'Products', products, error, onChange }: ProductChoicesProps) {
  const { rows, inputProps } = useProductSearch()
  const known = new Map<string, ChosenProduct>(
    [...products, ...rows].map(({ variantId, title }) => [String(variantId), { variantId, title }]),
  )
  return (
    <MultiSelect
      label={label}
      placeholder={products.length === 0 ? 'Search product or SKU' : ''}
      {...inputProps}
      value={products.map(({ variantId }) => String(variantId))}
      data={[...known].map(([value, { title }]) => ({ value, label: title }))}
      nothingFoundMessage="No product matches"
      error={error}
      onChange={(values) => onChange(values.flatMap((value) => known.get(value) ?? []))}
    />
  )
}
