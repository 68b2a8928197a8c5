import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buildWeb, webFolder } from '../../tools/launch/web-build.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** Returns the folder of the web app, which is rebuilt if its sources changed. */
export async function builtWebRoot(): Promise<string> {
  const logs = mkdtempSync(path.join(os.tmpdir(), 'stockcast-web-'))
  await buildWeb({
    root: ROOT,
    logFile: path.join(logs, 'web.log'),
    onBuild: () => console.log('building the web app'),
  })
  rmSync(logs, { recursive: true })
  return webFolder(ROOT)
}
