import { chmodSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type BuildOptions, build } from 'rolldown'
import { NOT_BUNDLED, originalPlaces } from '../launch/service-bundle.ts'
import { buildWeb, webFolder } from '../launch/web-build.ts'
import { listPackages } from './list-packages.ts'

const MIGRATIONS = 'apps/server/src/kernel/database/migrations'
const FONTS = 'apps/server/src/providers/pdf/fonts'
const BREACHED_PASSWORDS = 'apps/server/src/accounts/auth/breached-passwords.bin'
/** Names the version that metrics report. */
const VERSION = 'apps/server/package.json'
/** Files that the server and the admin command start by their paths: threads, and the program that rotates secrets. */
export const STARTED_BY_PLACE = [
  'apps/server/src/providers/files/read-in-thread.ts',
  'apps/server/src/store/imports/check/check-in-thread.ts',
  'apps/server/src/planning/forecasts/fit-shop.ts',
  'apps/server/src/planning/scorecard/run-in-thread.ts',
  'apps/server/src/operator/start-rotation.ts',
]

/**
 * Fills `to`, which must not exist, with what runs and nothing else. `app` has the bundle, files that it reads
 * by their place in the checkout, and the list of all packages within; `data` is empty.
 */
export async function fillRoot(root: string, to: string): Promise<void> {
  const app = path.join(to, 'app')
  mkdirSync(to, { recursive: true })
  mkdirSync(app)
  writeFileSync(path.join(app, 'package.json'), '{ "type": "module" }\n')
  await bundlePrograms(root, app)
  await copyWeb(root, to, app)
  const copied = [
    MIGRATIONS,
    FONTS,
    BREACHED_PASSWORDS,
    VERSION,
    ...NOT_BUNDLED.map((name) => `node_modules/${name}`),
  ]
  for (const place of copied) cpSync(path.join(root, place), path.join(app, place), { recursive: true })
  writeFileSync(path.join(app, 'sbom.cdx.json'), listPackages(root))
  mkdirSync(path.join(to, 'usr/local/bin'), { recursive: true })
  symlinkSync('/app/dist/stockcast.js', path.join(to, 'usr/local/bin/stockcast'))
  mkdirSync(path.join(to, 'data'), { mode: 0o700 })
}

/** Bundles the entry command with everything that it loads, and in their places the files that are started there. */
async function bundlePrograms(root: string, app: string): Promise<void> {
  const shared = (inside: string): BuildOptions => ({
    cwd: root,
    platform: 'node',
    external: NOT_BUNDLED,
    logLevel: 'silent',
    plugins: [originalPlaces(root, path.join(root, inside))],
  })
  await build({
    ...shared('dist'),
    input: path.join(root, 'tools/image/stockcast.ts'),
    output: {
      dir: path.join(app, 'dist'),
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
    },
  })
  chmodSync(path.join(app, 'dist/stockcast.js'), 0o755)
  for (const place of STARTED_BY_PLACE) {
    await build({
      ...shared(path.dirname(place)),
      input: path.join(root, place),
      output: { file: path.join(app, place), format: 'esm', codeSplitting: false },
    })
  }
}

async function copyWeb(root: string, to: string, app: string): Promise<void> {
  const logFile = `${to}-web-build.log`
  await buildWeb({ root, logFile, onBuild: () => undefined })
  cpSync(webFolder(root), path.join(app, 'apps/web/dist'), {
    recursive: true,
    filter: (source) => path.basename(source) !== '.built-from',
  })
}
