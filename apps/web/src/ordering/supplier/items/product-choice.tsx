import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { productsQuery } from '../../../api/queries.ts'

const PAUSE_MS = 150
const MAX = 20

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
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const { data } = useQuery({
    ...productsQuery({ search, pageSize: MAX }),
    placeholderData: keepPreviousData,
  })
  const rows: ChosenProduct[] = data?.rows ?? []
  const shown =
    product === null || rows.some(({ variantId }) => variantId === product.variantId)
      ? rows
      : [product, ...rows]
  return (
    <Select
      label="Product"
      placeholder="Search product or SKU"
      data-autofocus
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      value={product === null ? null : String(product.variantId)}
      data={shown.map(({ variantId, title }) => ({ value: String(variantId), label: title }))}
      // The server has searched already.
      filter={({ options }) => options}
      nothingFoundMessage="No product matches"
      onChange={(value) => onChange(shown.find(({ variantId }) => String(variantId) === value) ?? null)}
    />
  )
}
