import type { TarEntry } from '../container/tar.ts'

export const FORMAT = 1
export const MANIFEST = 'manifest.json'
export const END = 'end.json'
export const SECRET = 'secret.json'
export const ROWS = 'rows/'
export const FILES = 'files/'

/** The first entry of a backup: what it is, so that a restore can refuse before it changes anything. */
export interface Manifest {
  format: typeof FORMAT
  createdAt: string
  /** Version of PostgreSQL that was read. */
  postgres: string
  migrations: string[]
  /** Version of the queue's own tables. */
  queueVersion: number
  secret: SecretPlace
  tables: { name: string; columns: string[] }[]
}

/** Where the secret is. Without it, stored tokens cannot be read. */
export type SecretPlace = 'in this backup' | 'in the data folder' | 'in the environment'

/** The last entry, which proves that the backup is complete. */
export interface End {
  tables: Record<string, TableSum>
  sequences: { name: string; value: string; isCalled: boolean }[]
  /** Size of tables and indexes in the database, in bytes. */
  databaseBytes: number
}

export interface TableSum {
  rows: number
  bytes: number
  sha256: string
}

export function jsonEntry(name: string, value: unknown): TarEntry {
  return { name, content: Buffer.from(`${JSON.stringify(value, null, 2)}\n`) }
}
