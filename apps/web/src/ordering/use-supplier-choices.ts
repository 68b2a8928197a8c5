import { useQuery } from '@tanstack/react-query'
import { suppliersQuery } from '../api/queries.ts'

/** Most suppliers that a choice lists; the search of the suppliers' screen finds the others. */
const MAX = 500

/** Returns the suppliers in use, for a choice by name. */
export function useSupplierChoices(): { value: string; label: string }[] {
  const { data } = useQuery(suppliersQuery({ status: 'active', pageSize: MAX }))
  return (data?.rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
}
