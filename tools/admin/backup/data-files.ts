import { existsSync, readdirSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { TarEntry } from '../container/tar.ts'
import { FILES } from './manifest.ts'

/** Folders of the data folder that belong to a backup: uploads that wait to be read, and the sandbox. */
const FOLDERS = ['imports', 'sandbox']
const STAGING = 'restoring'

/** Reads the files of the data folder. One that is removed meanwhile is left out. */
export async function* readDataFiles(dataDir: string): AsyncGenerator<TarEntry> {
  for (const folder of FOLDERS) {
    const from = path.join(dataDir, folder)
    if (!existsSync(from)) continue
    for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const file = path.join(entry.parentPath, entry.name)
      const content = await readFile(file).catch(orNothing)
      const name = path.relative(dataDir, file).split(path.sep).join('/')
      if (content) yield { name: `${FILES}${name}`, content }
    }
  }
}

/** Keeps the files of a backup in a folder of their own until the restore succeeds, and then moves them into place. */
export function stageDataFiles(dataDir: string) {
  const staging = path.join(dataDir, STAGING)
  return {
    clear: () => rm(staging, { recursive: true, force: true }),
    keep: async ({ name, content }: TarEntry) => {
      const file = pathIn(staging, name)
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
      await writeFile(file, content, { mode: 0o600 })
    },
    /** Replaces files of the same name, but the sandbox as a whole, because its files belong together. */
    finish: async () => {
      for (const folder of FOLDERS) {
        const [from, to] = [path.join(staging, folder), path.join(dataDir, folder)]
        if (!existsSync(from)) continue
        if (folder === 'sandbox') await rm(to, { recursive: true, force: true })
        if (existsSync(to)) await cp(from, to, { recursive: true })
        else await rename(from, to)
      }
    },
  }
}

function pathIn(staging: string, name: string): string {
  const file = path.resolve(staging, name.slice(FILES.length))
  if (!file.startsWith(staging + path.sep)) throw new RangeError(`path leaves the folder: ${name}`)
  return file
}

function orNothing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
