import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

/** Maximum size of compressed script that a browser may fetch until the dashboard is visible; charts load afterwards. */
export const FIRST_LOAD_LIMIT_KB = 180

const ENTRY = 'index.html'
/** Modules that opening the dashboard loads at once, by their names in the build's manifest. */
const DASHBOARD = ['src/app/shell/shell.tsx', 'src/planning/dashboard/dashboard-screen.tsx']

export interface ManifestChunk {
  file: string
  imports?: readonly string[]
}
export type Manifest = Readonly<Record<string, ManifestChunk>>

/** Returns the files of the named modules and of all their static imports; lazy imports are left out. */
export function getScripts(manifest: Manifest, names: readonly string[]): string[] {
  const waiting = [...names]
  const seen = new Map<string, string>()
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The web build has no ${name}: its first load cannot be measured.`)
    if (seen.has(name)) continue
    seen.set(name, chunk.file)
    waiting.push(...(chunk.imports ?? []))
  }
  return [...new Set(seen.values())].filter((file) => file.endsWith('.js'))
}

/** Returns the compressed kB (1000 bytes) of scripts that the first load of /dashboard fetches. */
export function firstLoadKb(webFolder: string): number {
  const manifest = JSON.parse(readFileSync(path.join(webFolder, '.vite/manifest.json'), 'utf8')) as Manifest
  const bytes = getScripts(manifest, [ENTRY, ...DASHBOARD]).reduce(
    (total, file) => total + gzipSync(readFileSync(path.join(webFolder, file))).length,
    0,
  )
  return bytes / 1000
}
