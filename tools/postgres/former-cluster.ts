import { existsSync, readdirSync, renameSync } from 'node:fs'
import path from 'node:path'

/** Returns where the cluster of an earlier version is kept once a new one has taken its place. */
export function formerFolderOf(dataDir: string, major: number): string {
  return `${dataDir}-${major}`
}

/**
 * Puts the former cluster back if an upgrade was killed after it had moved it away and before the new one had
 * taken its place: a start would create an empty one otherwise.
 */
export function putBackFormerCluster(dataDir: string): void {
  const parent = path.dirname(dataDir)
  if (existsSync(dataDir) || !existsSync(parent)) return
  const [newest] = readdirSync(parent)
    .flatMap((name) =>
      name.startsWith(`${path.basename(dataDir)}-`)
        ? [Number(name.slice(path.basename(dataDir).length + 1))]
        : [],
    )
    .filter(Number.isInteger)
    .sort((a, b) => b - a)
  if (newest !== undefined) renameSync(formerFolderOf(dataDir, newest), dataDir)
}
