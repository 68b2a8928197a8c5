import { useQuery } from '@tanstack/react-query'
import { suppliersQuery } from '../api/queries.ts'

/** Maximum number of suppliers that a select lists; the search of the suppliers' screen finds the others. */
const MAX = 500

/** Returns the options of a select that limits a list to one supplier. */
export const supplierFilter = (
  supplier: number | undefined,
  onChange: (supplier: number | undefined) => void,
) => ({
  placeholder: 'All suppliers',
  value: supplier === undefined ? null : String(supplier),
  searchable: true,
  clearable: true,
  clearButtonProps: { 'aria-label': 'All suppliers' },
  comboboxProps: { keepMounted: false },
  onChange: (value: string | null) => onChange(value === null ? undefined : Number(value)),
})

/** Returns the suppliers in use, for a choice by name. */
export function useSupplierChoices(): { value: string; label: string }[] {
  const { data } = useQuery(suppliersQuery({ status: 'active', pageSize: MAX }))
  return (data?.rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
}
