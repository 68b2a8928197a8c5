import type { OptionsFilter } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { productsQuery } from '../api/queries.ts'

/** Maximum number of products that a search shows. */
export const MAX_FOUND = 20

/** Finds products of the shop by name or SKU, at the server, once the typing pauses; `inputProps` are of a select. */
export function useProductSearch({ findsWithoutText = true } = {}) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 150)
  const { data } = useQuery({
    ...productsQuery({ search, pageSize: MAX_FOUND }),
    enabled: findsWithoutText || search !== '',
    placeholderData: keepPreviousData,
  })
  const filter: OptionsFilter = ({ options }) => options
  const inputProps = { searchable: true, searchValue: typed, onSearchChange: setTyped, filter }
  return { search, setTyped, rows: data?.rows ?? [], inputProps }
}
