import path from 'node:path'
import { Client } from 'pg'

const TABLES = ['products', 'variants', 'inventory_levels', 'orders', 'order_lines', 'sales_daily']

/**
 * Copies the rows of a sync into empty copies of its tables and indexes with COPY, as a lower bound of the
 * time.
 */
export async function copyRows(
  superuserUrl: string,
  folder: string,
): Promise<{ rows: number; seconds: number }> {
  const client = new Client({ connectionString: superuserUrl })
  await client.connect()
  let rows = 0
  let seconds = 0
  try {
    for (const table of TABLES) {
      const file = client.escapeLiteral(path.join(folder, `${table}.copy`))
      await client.query(`copy ${table} to ${file} (format binary)`)
      await client.query(`create table ${table}_twin (like ${table} including all)`)
      const start = performance.now()
      const copied = await client.query(`copy ${table}_twin from ${file} (format binary)`)
      seconds += (performance.now() - start) / 1000
      rows += copied.rowCount ?? 0
      await client.query(`drop table ${table}_twin`)
    }
  } finally {
    await client.end()
  }
  return { rows, seconds }
}
