import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { isSegment } from '../../postgres/wal-archive/segments.ts'
import type { Series } from '../../postgres/wal-archive/series.ts'
import { type Base, listAllBases, listBases } from './base-manifest.ts'

const SEGMENT_LENGTH = 24

/**
 * Removes the base backups of a cluster before the newest `keep`, the WAL from before the oldest one left, and
 * every former series without a base backup. Returns how many backups were removed.
 */
export function removeOldBases(archive: string, newest: Base, keep: number): number {
  const current = newest.series
  // Another cluster can have the same archive.
  const bases = listAllBases(archive).filter((base) => base.systemIdentifier === newest.systemIdentifier)
  const old = bases.slice(0, Math.max(0, bases.length - keep))
  for (const { manifestFile, file } of old) {
    // Without its manifest the file counts as unfinished.
    rmSync(manifestFile)
    rmSync(file, { force: true })
  }
  for (const folder of new Set(old.map(({ series }) => series.folder))) {
    const { series } = old.find((base) => base.series.folder === folder)!
    const [oldest] = listBases(series)
    if (oldest) removeWalBefore(series, oldest.firstSegment)
    else if (folder !== current.folder) rmSync(folder, { recursive: true, force: true })
  }
  return old.length
}

function removeWalBefore({ walFolder }: Series, first: string): void {
  for (const name of readdirSync(walFolder)) {
    const segment = name.slice(0, SEGMENT_LENGTH)
    if (isSegment(segment) && segment < first) rmSync(path.join(walFolder, name), { force: true })
  }
}
