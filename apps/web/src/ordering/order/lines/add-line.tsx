import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { productsQuery, supplierVariantsQuery } from '../../../api/queries.ts'
import type { LineDraft } from './line-draft.ts'

const PAUSE_MS = 150
const MAX = 20

interface AddLineProps {
  supplierId: number | null
  /** Products that are in the order already. */
  taken: readonly number[]
  onAdd: (line: LineDraft) => void
}

type Choice = Pick<LineDraft, 'variantId' | 'title' | 'sku' | 'packSize'>

/** Finds a product by name or SKU and adds it: without a search, those that the supplier sells. */
export function AddLine({ supplierId, taken, onAdd }: AddLineProps) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const items = useQuery({
    ...supplierVariantsQuery({ supplierId: supplierId ?? undefined, search, pageSize: MAX }),
    enabled: supplierId !== null,
  })
  const products = useQuery({
    ...productsQuery({ search, pageSize: MAX }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
  const known: readonly Choice[] = items.data?.rows ?? []
  const others: Choice[] =
    search === '' ? [] : (products.data?.rows ?? []).map((row) => ({ ...row, packSize: 1 }))
  const choices = [
    ...known,
    ...others.filter(({ variantId }) => known.every((each) => each.variantId !== variantId)),
  ]
    .filter(({ variantId }) => !taken.includes(variantId))
    .slice(0, MAX)
  return (
    <Select
      label="Add a product"
      placeholder="Search product or SKU"
      maw={420}
      searchable
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      data={choices.map(({ variantId, title, sku }) => ({
        value: String(variantId),
        label: sku === null ? title : `${title} (${sku})`,
      }))}
      // The server has searched already.
      filter={({ options }) => options}
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
