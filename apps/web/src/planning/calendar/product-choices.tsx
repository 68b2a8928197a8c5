import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { productsQuery } from '../../api/queries.ts'

const PAUSE_MS = 150
const MAX = 20

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
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const { data } = useQuery({
    ...productsQuery({ search, pageSize: MAX }),
    placeholderData: keepPreviousData,
  })
  const known = new Map<string, ChosenProduct>(
    [...products, ...(data?.rows ?? [])].map(({ variantId, title }) => [
      String(variantId),
      { variantId, title },
    ]),
  )
  return (
    <MultiSelect
      label={label}
      placeholder={products.length === 0 ? 'Search product or SKU' : ''}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      value={products.map(({ variantId }) => String(variantId))}
      data={[...known].map(([value, { title }]) => ({ value, label: title }))}
      // The server has searched already.
      filter={({ options }) => options}
      nothingFoundMessage="No product matches"
      error={error}
      onChange={(values) => onChange(values.flatMap((value) => known.get(value) ?? []))}
    />
  )
}
