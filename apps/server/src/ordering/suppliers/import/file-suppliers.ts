import { shown } from '@stockcast/tables'
import type { StoredSupplier } from '../queries.ts'
import type { RowCells } from './cells.ts'
import { nameKey, readCurrency } from './supplier-file.ts'

/** Ids of suppliers that are only in the file so far; greater than any stored one. */
const FIRST_NEW_ID = 10 ** 15
/** Suppliers of an account and a file together; no account may have as many, and planning one product takes them all. */
const MAX_SUPPLIERS = 2500

interface FileSupplier {
  id: number
  name: string
  currency: string
}

/** The suppliers that a file names: stored ones, and new ones under ids of their own. */
export interface FileSuppliers {
  /** Returns the supplier that a row names, and fails a row with costs in another currency or with a supplier too many. */
  find(name: string, cells: RowCells): { currency: string }
  /** Returns the id of the supplier with this name, which is added when it is new. */
  take(name: string, currency: string): number
  of(id: number): FileSupplier
  isNew(id: number): boolean
  /** The new ones, in the order of the file. */
  added: readonly FileSupplier[]
}

export function createFileSuppliers(stored: readonly StoredSupplier[], shopCurrency: string): FileSuppliers {
  const known = new Map<string, FileSupplier>(
    stored.map(({ id, name, currency }) => [nameKey(name), { id, name, currency }]),
  )
  const byId = new Map([...known.values()].map((supplier) => [supplier.id, supplier]))
  const added: FileSupplier[] = []
  return {
    added,
    of: (id) => byId.get(id)!,
    isNew: (id) => id >= FIRST_NEW_ID,
    find: (name, cells) => {
      const supplier = known.get(nameKey(name))
      const stated = cells.value('currency', readCurrency)
      if (supplier && stated !== undefined && stated !== supplier.currency) {
        cells.fail('currency', `${shown(name)} has costs in ${supplier.currency}`)
      }
      if (!supplier && known.size >= MAX_SUPPLIERS) {
        cells.fail('supplier', `${shown(name)} is one supplier more than an account may have`)
      }
      return { currency: supplier?.currency ?? stated ?? shopCurrency }
    },
    take: (name, currency) => {
      const found = known.get(nameKey(name))
      if (found) return found.id
      const supplier = { id: FIRST_NEW_ID + added.length, name, currency }
      known.set(nameKey(name), supplier)
      byId.set(supplier.id, supplier)
      added.push(supplier)
      return supplier.id
    },
  }
}
