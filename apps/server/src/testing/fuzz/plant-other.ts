import type { AppDatabase } from '../../kernel/database/app-database.ts'
import { fillTables, getContent, readTenantTables } from '../tenant-tables.ts'
import type { Foreign } from './check-answer.ts'

/** No text of the product and no request has it. */
const MARKER = 'belongs-to-nobody-else'
/** Far from every id that the database gives. */
const FIRST_ID = 7_700_000_001

export interface OtherMerchant {
  foreign: Foreign
  merchantId: number
  /** Ids of this merchant's rows. */
  ids: readonly (number | string)[]
  /** Returns the tables whose rows have changed. */
  changedTables(): Promise<string[]>
}

/** Fills every tenant table with a row of this merchant that reveals a leak or a change. */
export async function plantOther(db: AppDatabase, merchantId: number): Promise<OtherMerchant> {
  const tables = await readTenantTables(db.directory)
  const rows = await db.withTenant(merchantId, (tx) =>
    fillTables(tx, tables, { merchantId, marker: MARKER, firstId: FIRST_ID }),
  )
  const values = [...rows.values()].flatMap((row) => Object.values(row))
  const ids = [
    ...new Set(values.filter((value) => typeof value === 'number' && value >= FIRST_ID)),
  ] as number[]
  const content = () => db.withTenant(merchantId, (tx) => getContent(tx, tables))
  const before = await content()
  return {
    foreign: { marker: MARKER, ids },
    merchantId,
    ids,
    changedTables: async () => {
      const after = await content()
      return Object.keys(before).filter((name) => after[name] !== before[name])
    },
  }
}
