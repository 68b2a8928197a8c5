import { hasSecretInEnvironment, type LaunchConfig } from '../../launch/config.ts'
import { findSecrets } from '../../launch/secret.ts'
import { writeBackupFile } from '../container/backup-file.ts'
import type { TarEntry } from '../container/tar.ts'
import { withClient } from './connect.ts'
import { readDataFiles } from './data-files.ts'
import { dumpEntries, withSnapshot } from './dump-rows.ts'
import { type End, jsonEntry, SECRET, type SecretPlace } from './manifest.ts'

export interface BackupRequest {
  readerUrl: string
  config: Pick<LaunchConfig, 'dataDir' | 'secret' | 'isProduction'>
  file: string
  passphrase: string | undefined
  /** Whether the secret of the data folder is put into the file. */
  includesSecret: boolean
  /** A snapshot that another transaction has exported, to be read in place of a new one. */
  snapshot?: string
}

export interface BackedUp {
  file: string
  fileBytes: number
  databaseBytes: number
  tables: number
  rows: number
  seconds: number
  secret: SecretPlace
  isEncrypted: boolean
}

/** Writes one snapshot of the database, and the files that belong to it, into a file. The product can keep writing. */
export async function backUp(args: BackupRequest): Promise<BackedUp> {
  const { readerUrl, config, file, passphrase } = args
  const begun = performance.now()
  const secret = placeOfSecret(args)
  return withClient(readerUrl, (client) =>
    withSnapshot(client, { secret, now: new Date(), exported: args.snapshot }, async (snapshot) => {
      let end: End | undefined
      const entries = dumpEntries(snapshot, ofDataFolder(config.dataDir, secret), (found) => {
        end = found
      })
      const fileBytes = await writeBackupFile({ file, passphrase, entries })
      const { databaseBytes, tables } = end!
      return {
        file,
        fileBytes,
        databaseBytes,
        tables: Object.keys(tables).length,
        rows: Object.values(tables).reduce((sum, { rows }) => sum + rows, 0),
        seconds: (performance.now() - begun) / 1000,
        secret,
        isEncrypted: passphrase !== undefined,
      }
    }),
  )
}

function placeOfSecret({ config, includesSecret }: BackupRequest): SecretPlace {
  if (hasSecretInEnvironment(config)) return 'in the environment'
  return includesSecret && findSecrets(config.dataDir) ? 'in this backup' : 'in the data folder'
}

async function* ofDataFolder(dataDir: string, secret: SecretPlace): AsyncGenerator<TarEntry> {
  if (secret === 'in this backup') yield jsonEntry(SECRET, findSecrets(dataDir))
  yield* readDataFiles(dataDir)
}
