import path from 'node:path'
import type { Sources } from './source-files.ts'

const MOST_FILES = 20
const folders = ['apps/server/src/modules/**', 'apps/web/src/**']

/** Returns one sentence for every folder with too many files; tests are not counted. */
export function folderViolations(sources: Sources): string[] {
  const files = [...sources.keys()].filter(
    (file) => !/\.test\.tsx?$/.test(file) && folders.some((glob) => path.posix.matchesGlob(file, glob)),
  )
  const groups = Map.groupBy(files, (file) => path.posix.dirname(file))
  return [...groups]
    .filter(([, group]) => group.length > MOST_FILES)
    .map(([folder, group]) => `${folder} holds ${group.length} files: give its parts folders of their own`)
}
