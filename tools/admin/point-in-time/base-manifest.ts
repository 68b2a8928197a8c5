import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { followSegments } from '../../postgres/wal-archive/segments.ts'
import { listSegments, listSeries, type Series } from '../../postgres/wal-archive/series.ts'
import { Problem } from '../../problem.ts'

export const FORMAT = 1
const MANIFEST = '.json'
const FILE = '.base'

/** Describes a base backup. It is a file of its own and is written last, so a backup without it is incomplete. */
export interface BaseManifest {
  format: typeof FORMAT
  /** Major version of PostgreSQL. */
  postgres: number
  /** PostgreSQL’s identifier of the cluster, which changes when the cluster is created again. */
  systemIdentifier: string
  startedAt: string
  /** A restore reaches this time and every later one in the archive. */
  finishedAt: string
  /** The segments of WAL that were written meanwhile, which every restore needs. */
  firstSegment: string
  lastSegment: string
  /** Size of the copied files. */
  clusterBytes: number
  fileBytes: number
  /** Sum of the file. */
  sha256: string
  secret: 'in the data folder' | 'in the environment'
}

export interface Base extends BaseManifest {
  series: Series
  file: string
  manifestFile: string
}

/** Returns the paths of a base backup with this name. */
export function basePaths({ basesFolder }: Series, name: string): { file: string; manifestFile: string } {
  return {
    file: path.join(basesFolder, `${name}${FILE}`),
    manifestFile: path.join(basesFolder, `${name}${MANIFEST}`),
  }
}

/** Lists the complete base backups of a series, the oldest first. */
export function listBases(series: Series): Base[] {
  if (!existsSync(series.basesFolder)) return []
  const names = readdirSync(series.basesFolder).filter((name) => name.endsWith(MANIFEST))
  return names.sort().flatMap((name) => {
    const paths = basePaths(series, name.slice(0, -MANIFEST.length))
    return existsSync(paths.file) ? [{ ...readManifest(paths.manifestFile), ...paths, series }] : []
  })
}

/** Lists the complete base backups of every series of an archive, the oldest first. */
export function listAllBases(archive: string): Base[] {
  const all = listSeries(archive).flatMap(listBases)
  return all.sort((a, b) => Date.parse(a.finishedAt) - Date.parse(b.finishedAt))
}

/** Returns how far the archived WAL that a base backup needs reaches without a gap. */
export function restorableSegments({ series, firstSegment }: Base): ReturnType<typeof followSegments> {
  return followSegments(listSegments(series), firstSegment)
}

/** Returns the SHA-256 of a file. */
export async function fileSum(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const block of createReadStream(file, { highWaterMark: 2 ** 20 })) hash.update(block as Buffer)
  return hash.digest('hex')
}

function readManifest(file: string): BaseManifest {
  let found: BaseManifest
  try {
    found = JSON.parse(readFileSync(file, 'utf8')) as BaseManifest
  } catch (cause) {
    throw new Problem(`${file} cannot be read: use another copy of the archive.`, { cause })
  }
  if (found.format === FORMAT) return found
  throw new Problem(`${file} was made by a newer version of Stockcast: install that version.`)
}
