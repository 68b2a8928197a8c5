import { openDatabase as openAppDatabase } from '../../apps/server/src/kernel/database/app-database.ts'
import { type StoreRows, storeHere, storeThere } from '../../apps/server/src/testing/store-truth.ts'
import type { Database } from './database.ts'
import type { Store } from './merchant.ts'
import type { Services } from './services.ts'

const TABLES = ['variants', 'levels', 'orders', 'sales'] as const
const SHOWN = 3

/** Compares the product's rows of a store with those of the sandbox; each table that differs or has duplicate rows is a fault. */
export async function compareStore({ databaseUrl, sandbox, database }: Services, store: Store) {
  const db = openAppDatabase(databaseUrl, { poolSize: 2, onError: () => undefined })
  try {
    const here = await storeHere({ db }, store.merchantId)
    const there = await storeThere(sandbox.url, store.shop)
    const rows = Object.fromEntries(TABLES.map((table) => [table, there[table].length]))
    const faults = TABLES.flatMap((table) => getFaults(table, here, there))
    if (here.timeZone !== there.timeZone) faults.push(`time zone: ${here.timeZone}, not ${there.timeZone}`)
    return { rows, faults: [...faults, ...(await doubleAlerts(database, store.merchantId))] }
  } finally {
    await db.close()
  }
}

function getFaults(table: (typeof TABLES)[number], here: StoreRows, there: StoreRows): string[] {
  const [ours, theirs] = [new Set(here[table]), new Set(there[table])]
  const surplus = [...ours].filter((row) => !theirs.has(row))
  const missing = [...theirs].filter((row) => !ours.has(row))
  const doubles = here[table].length - ours.size
  if (surplus.length + missing.length + doubles === 0) return []
  const counts = `${missing.length} rows missing, ${surplus.length} too many, ${doubles} twice`
  return [
    `${table}: ${counts}; missing ${missing.slice(0, SHOWN).join(' ')}; too many ${surplus.slice(0, SHOWN).join(' ')}`,
  ]
}

async function doubleAlerts(database: Database, merchantId: number): Promise<string[]> {
  const found = await database.rows<{ fault: string }>(
    `select 'alerts: ' || count(*) || ' active ' || type || ' of ' || variant_id as fault from alerts
     where merchant_id = $1 and not resolved group by variant_id, type having count(*) > 1`,
    [merchantId],
  )
  return found.map(({ fault }) => fault)
}
