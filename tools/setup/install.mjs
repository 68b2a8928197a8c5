import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { explainFailure } from './install-failure.mjs'
import { withInstallLock } from './install-lock.mjs'
import { showProgress } from './progress.mjs'
import { root } from './root.mjs'

const lockFile = path.join(root, 'package-lock.json')
const modules = path.join(root, 'node_modules')
const NEEDED_BYTES = 1.5 * 2 ** 30
const FULL_BYTES = 4 * 2 ** 20
const stamp = path.join(modules, '.stockcast-lock')

/**
 * Installs the packages of the lock file into node_modules: all of them, or without `needsTools` those that the product is built
 * from and runs on. Takes milliseconds if they are installed already.
 */
export async function ensureInstalled({ needsTools }) {
  if (isInstalled(needsTools)) return
  await withInstallLock(async () => {
    if (isInstalled(needsTools)) return
    if (isInstalledByHand({ needsTools: true })) return saveStamp(true)
    if (!isInstalledByHand({ needsTools })) await install(needsTools)
    saveStamp(needsTools)
  })
}

/** Saves the stamp, without which the next start checks node_modules again. */
function saveStamp(hasTools) {
  try {
    writeFileSync(stamp, fingerprint(hasTools))
  } catch (error) {
    console.error(`${stamp} could not be written (${error.code}): later starts will be slower.`)
  }
}

function isInstalled(needsTools) {
  if (!existsSync(stamp)) return false
  const found = readFileSync(stamp, 'utf8')
  return found === fingerprint(true) || (!needsTools && found === fingerprint(false))
}

function fingerprint(hasTools) {
  const hash = createHash('sha256').update(readFileSync(lockFile)).digest('hex')
  return `${process.platform}-${process.arch} ${hash} ${hasTools ? 'all' : 'product'}\n`
}

/**
 * Returns whether npm's own record of node_modules agrees with the lock file, because npm was run by hand.
 */
function isInstalledByHand({ needsTools }) {
  const record = path.join(modules, '.package-lock.json')
  if (!existsSync(record)) return false
  const wanted = JSON.parse(readFileSync(lockFile, 'utf8')).packages
  const found = JSON.parse(readFileSync(record, 'utf8')).packages
  const isThere = ([place, entry]) =>
    entry.optional || (entry.dev && !needsTools) || found[place]?.version === entry.version
  return Object.entries(wanted)
    .filter(([place]) => place.startsWith('node_modules/'))
    .every(isThere)
}

async function install(needsTools) {
  if (freeBytes(root) < NEEDED_BYTES) throw explainFailure('ENOSPC')
  // The packages of a product that runs stay where they are: only what is missing is added to them.
  const isAdding = needsTools && isInstalledByHand({ needsTools: false })
  rmSync(stamp, { force: true })
  const progress = showProgress((seconds) => `Installing, ${seconds} s, ${countPackages()} packages …`)
  const { code, output } = await npm([
    ...(isAdding ? ['install', '--no-save'] : ['ci']),
    needsTools ? '--include=dev' : '--omit=dev',
    '--include=optional',
    '--loglevel=error',
  ])
  progress.end()
  if (code !== 0) throw explainFailure(output)
  if (needsTools) return
  removeHeaders()
  removeSourceMaps().catch(() => {})
}

/** Removes the headers of the pinned Node, a tenth of all bytes, which only add-ons are compiled with. */
function removeHeaders() {
  for (const name of namesIn(modules)) {
    if (/^node-(?:linux|win)-/.test(name))
      rmSync(path.join(modules, name, 'include'), { recursive: true, force: true })
  }
}

/** Removes the source maps of packages, another tenth, which only debuggers read. Nobody waits for it, and it may fail. */
async function removeSourceMaps() {
  const places = await readdir(modules, { recursive: true })
  for (const place of places) {
    if (/\.(?:[cm]?[jt]sx?|css)\.map$/.test(place)) await rm(path.join(modules, place), { force: true })
  }
}

function npm(args) {
  // npm sets its own location in the environment; otherwise it is looked up on the path.
  const own = process.env.npm_execpath?.endsWith('npm-cli.js') ? process.env.npm_execpath : undefined
  const [command, first] = own
    ? [process.execPath, [own]]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []]
  const child = spawn(command, [...first, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: !own && process.platform === 'win32',
  })
  const stopWatching = endWithUs(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output = (output + text).slice(-20_000)
    })
  }
  // On a full disk npm would continue for minutes, file by file.
  const watch = setInterval(() => {
    if (freeBytes(root) > FULL_BYTES) return
    output = 'ENOSPC'
    child.kill()
  }, 500)
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, output: error.message }))
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  }).finally(() => {
    clearInterval(watch)
    stopWatching()
  })
}

/** Ends npm when this command is ended. */
function endWithUs(child) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  const end = () => {
    child.kill()
    process.exit(130)
  }
  for (const signal of signals) process.on(signal, end)
  return () => {
    for (const signal of signals) process.off(signal, end)
  }
}

function freeBytes(folder) {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Counts installed packages: those with a package.json, since npm creates all folders first. */
function countPackages() {
  const isThere = (name) => existsSync(path.join(modules, name, 'package.json'))
  return namesIn(modules).flatMap(namesOfScope).filter(isThere).length
}

function namesOfScope(name) {
  return name.startsWith('@') ? namesIn(path.join(modules, name)).map((own) => `${name}/${own}`) : [name]
}

function namesIn(folder) {
  try {
    return readdirSync(folder).filter((name) => !name.startsWith('.'))
  } catch {
    return []
  }
}
