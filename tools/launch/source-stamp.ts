import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { folderProblem } from '../problem.ts'

export interface SourceStamp {
  /** Whether the folder was built from the sources as they are now. */
  isCurrent: boolean
  /** Records that the folder is built from these sources. Throws a Problem if the folder cannot be written. */
  save(): void
}

/** Compares what `folder` was built from with the present files in `sources`, which are relative to `root`. */
export function sourceStamp(root: string, sources: readonly string[], folder: string): SourceStamp {
  const file = path.join(folder, '.built-from')
  const wanted = sourceHash(root, sources)
  return {
    isCurrent: existsSync(file) && readFileSync(file, 'utf8') === wanted,
    save: () => {
      try {
        writeFileSync(file, wanted)
      } catch (error) {
        throw folderProblem(error, folder)
      }
    },
  }
}

function sourceHash(root: string, sources: readonly string[]): string {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of filesBelow(path.join(root, source)))
      hash.update(`${file}\0`).update(readFileSync(file))
  }
  return hash.digest('hex')
}

function filesBelow(place: string): string[] {
  const found = statSync(place, { throwIfNoEntry: false })
  if (!found) return []
  if (found.isFile()) return [place]
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
}
