import type { AppDatabase } from '../../database/app-database.ts'
import { contentOf, fillTables, readTenantTables } from '../tenant-tables.ts'
import type { Foreign } from './check-answer.ts'

/** No text of ours and no request has it. */
const MARKER = 'belongs-to-nobody-else'
/** Far from every id that a database of ours gives. */
const FIRST_ID = 7_700_000_001

export interface OtherMerchant {
  foreign: Foreign
  merchantId: number
  /** Names by which rows of this merchant can be asked for. */
  ids: readonly (number | string)[]
  /** The tables whose rows are not what they were. */
  changedTables(): Promise<string[]>
}

/** Fills every tenant table with a row of this merchant by which a leak or a change is seen. */
export async function plantOther(db: AppDatabase, merchantId: number): Promise<OtherMerchant> {
  const tables = await readTenantTables(db.directory)
  const rows = await db.withTenant(merchantId, (tx) =>
    fillTables(tx, tables, { merchantId, marker: MARKER, firstId: FIRST_ID }),
  )
  const values = [...rows.values()].flatMap((row) => Object.values(row))
  const ids = [
    ...new Set(values.filter((value) => typeof value === 'number' && value >= FIRST_ID)),
  ] as number[]
  const content = () => db.withTenant(merchantId, (tx) => contentOf(tx, tables))
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
