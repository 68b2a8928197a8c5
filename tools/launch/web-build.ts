import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import path from 'node:path'
import { Problem } from '../problem.ts'
import { lastWords } from './last-words.ts'
import { sourceStamp } from './source-stamp.ts'

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
  const stamp = sourceStamp(root, SOURCES, webFolder(root))
  if (stamp.isCurrent) return
  onBuild()
  await runVite(root, logFile)
  stamp.save()
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
