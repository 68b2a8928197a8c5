import { Client } from 'pg'

/** What a sync leaves; runs, tokens and the times when something was read differ by nature and are left out. */
const TABLES = [
  'locations',
  'products',
  'variants',
  'inventory_levels',
  'orders',
  'order_lines',
  'sales_daily',
  'stock_daily',
  'sync_seen_variants',
  'sync_seen_levels',
]

interface TableSnapshot {
  rows: number
  /** Of every row in the order of its key. */
  digest: string
}

export type Snapshot = ReadonlyMap<string, TableSnapshot>

/** The rows of each table, without whose they are, so that two merchants of equal stores compare equal. */
export async function snapshot(superuserUrl: string, merchantId: number): Promise<Snapshot> {
  const client = new Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    const all = new Map<string, TableSnapshot>()
    for (const table of TABLES) {
      const found = await client.query<TableSnapshot>(
        `select count(*)::int as rows, coalesce(md5(string_agg(row, chr(10) order by row)), '') as digest
        from (select (to_jsonb(t) - 'merchant_id')::text as row from ${table} t where merchant_id = $1) as rows`,
        [merchantId],
      )
      all.set(table, found.rows[0]!)
    }
    return all
  } finally {
    await client.end()
  }
}

/** The tables whose rows are not the same. */
export function differences(expected: Snapshot, actual: Snapshot): string[] {
  return [...expected].flatMap(([table, { rows, digest }]) => {
    const other = actual.get(table)
    if (other?.digest === digest) return []
    return [`${table}: ${other?.rows} rows instead of ${rows}`]
  })
}
