import { Client } from 'pg'

/** Tables that a sync writes, without runs, tokens and read times, which always differ. */
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
  /** Digest of all rows in the order of their keys. */
  digest: string
}

export type Snapshot = ReadonlyMap<string, TableSnapshot>

/** Returns the rows of each table without merchant ids, so that merchants with equal stores compare equal. */
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

/** Returns a sentence for each table whose rows differ. */
export function differences(expected: Snapshot, actual: Snapshot): string[] {
  return [...expected].flatMap(([table, { rows, digest }]) => {
    const other = actual.get(table)
    if (other?.digest === digest) return []
    return [`${table}: ${other?.rows} rows instead of ${rows}`]
  })
}
