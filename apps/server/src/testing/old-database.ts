import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { migrate } from '../kernel/database/migrate.ts'
import { loadRows, readOldRows } from './database-rows.ts'
import { temporaryFolder } from './temporary-folder.ts'

const MIGRATIONS = path.resolve(import.meta.dirname, '../kernel/database/migrations')

/** Makes the database that commit 9c1bc6b made, with two merchants and rows in most tables. */
export async function fillWithOldRows(database: { ownerUrl: string; superuserUrl: string }): Promise<void> {
  const { migrations, statements } = await readOldRows()
  const folder = await temporaryFolder()
  for (const name of migrations) await copyFile(path.join(MIGRATIONS, name), path.join(folder.path, name))
  await migrate(database.ownerUrl, { folder: pathToFileURL(`${folder.path}/`) })
  await folder.remove()
  await loadRows(database.superuserUrl, statements)
}
