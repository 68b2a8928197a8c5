import { statSync } from 'node:fs'
import path from 'node:path'
import { archivedName } from '../../postgres/wal-archive/commands.ts'
import { Problem } from '../../problem.ts'
import { type Base, listAllBases, restorableSegments } from './base-manifest.ts'
import { LATEST } from './target-time.ts'

/** Returns the newest base backup from before the time. */
export function chooseBase(archive: string, at: string): Base {
  if (!statSync(archive, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Problem(`There is no folder ${archive}: name the archive with --archive.`)
  }
  const bases = listAllBases(archive)
  const [oldest] = bases
  if (oldest === undefined) {
    throw new Problem(`There is no base backup in ${archive}: name the folder that was WAL_ARCHIVE_DIR.`)
  }
  if (at === LATEST) return requireWhole(bases.at(-1)!)
  const time = Date.parse(at)
  const base = bases.findLast(({ finishedAt }) => Date.parse(finishedAt) <= time)
  if (base) return base
  throw new Problem(
    `The first base backup in ${archive} is of ${oldest.finishedAt}: name a later time with --at.`,
  )
}

/** Refuses to go to the end of an archive from which WAL is missing, because it ends earlier than it looks. */
function requireWhole(base: Base): Base {
  const { last, missing } = restorableSegments(base)
  if (missing === undefined) return base
  const { walFolder } = base.series
  const until = last && statSync(path.join(walFolder, archivedName(last))).mtime.toISOString()
  throw new Problem(
    `${path.join(walFolder, archivedName(missing))} is missing: bring it back, or name a time with --at` +
      `${until === undefined ? '.' : `, which can be at most about ${until}.`}`,
  )
}
