import path from 'node:path'
import type { Plugin } from 'rolldown'
import { Problem } from '../problem.ts'
import { sourceStamp } from './source-stamp.ts'

/** The programs that are started as services. */
export type ServiceProgram = 'server' | 'sandbox'

const PROGRAMS: readonly ServiceProgram[] = ['server', 'sandbox']
const SHARED_SOURCES = [
  'packages/calendar/src',
  'packages/contract/src',
  'packages/forecasting/src',
  'packages/tables/src',
  'package-lock.json',
]
/** Piscina starts its threads from a file of its own package. */
export const NOT_BUNDLED = ['piscina']

/** Returns the file that runs a service. */
export function serviceFile(root: string, program: ServiceProgram): string {
  return path.join(bundleFolder(root, program), 'main.js')
}

/**
 * Bundles each service with its packages into a few files, unless those are from the same sources: to load
 * 2,000 files takes three times as long. Throws a Problem if that fails.
 */
export async function bundleServices(root: string): Promise<void> {
  for (const program of PROGRAMS) {
    const sources = [`apps/${program}/src`, ...SHARED_SOURCES]
    const stamp = sourceStamp(root, sources, bundleFolder(root, program))
    if (stamp.isCurrent) continue
    await bundle(root, program)
    stamp.save()
  }
}

async function bundle(root: string, program: ServiceProgram): Promise<void> {
  // Loaded only when there is something to bundle.
  const { build } = await import('rolldown')
  const folder = bundleFolder(root, program)
  try {
    await build({
      cwd: root,
      input: path.join(root, 'apps', program, 'src/main.ts'),
      platform: 'node',
      external: NOT_BUNDLED,
      logLevel: 'silent',
      plugins: [originalPlaces(root, folder)],
      output: {
        dir: folder,
        cleanDir: true,
        format: 'esm',
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
      },
    })
  } catch (error) {
    throw new Problem(`The ${program} could not be bundled: ${(error as Error).message}`)
  }
}

/**
 * Returns a plugin by which a bundle in `folder` still finds files that our code names relative to itself, such as
 * threads and migrations.
 */
export function originalPlaces(root: string, folder: string): Plugin {
  const own = ['apps', 'tools'].map((part) => path.join(root, part) + path.sep)
  return {
    name: 'original-places',
    transform: {
      filter: { code: /import\.meta\.url/ },
      handler(code, id) {
        if (!own.some((part) => id.startsWith(part))) return null
        const place = path.relative(folder, id).replaceAll(path.sep, '/')
        return code.replaceAll('import.meta.url', `new URL(${JSON.stringify(place)}, import.meta.url).href`)
      },
    },
  }
}

function bundleFolder(root: string, program: ServiceProgram): string {
  return path.join(root, 'apps', program, 'dist')
}
