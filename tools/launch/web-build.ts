import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { folderProblem, Problem } from '../problem.ts'
import { lastWords } from './last-words.ts'

const SOURCES = [
  'apps/web/src',
  'apps/web/public',
  'apps/web/prerender',
  'apps/web/index.html',
  'apps/web/vite.config.ts',
  'packages/contract/src',
  'packages/forecasting/src',
  'package-lock.json',
]

/** Returns the folder of the built web app. */
export function webFolder(root: string): string {
  return path.join(root, 'apps/web/dist')
}

/** Builds the web app unless the existing build is from the same sources. */
export async function buildWeb(args: { root: string; logFile: string; onBuild: () => void }): Promise<void> {
  const { root, logFile, onBuild } = args
  const stamp = path.join(webFolder(root), '.built-from')
  const wanted = sourceHash(root)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  onBuild()
  await runVite(root, logFile)
  try {
    writeFileSync(stamp, wanted)
  } catch (error) {
    throw folderProblem(error, webFolder(root))
  }
}

async function runVite(root: string, logFile: string): Promise<void> {
  const { NODE_ENV: _, ...env } = process.env
  const log = openSync(logFile, 'a', 0o600)
  const vite = spawn(process.execPath, [path.join(root, 'node_modules/vite/bin/vite.js'), 'build'], {
    cwd: path.join(root, 'apps/web'),
    env,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const [code] = (await once(vite, 'exit')) as [number | null]
  if (code !== 0) throw new Problem(`The web app could not be built (${lastWords(logFile)}): see ${logFile}.`)
}

function sourceHash(root: string): string {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
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
