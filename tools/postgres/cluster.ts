import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { diskFull, folderProblem, Problem } from '../problem.ts'
import type { Binaries } from './binaries.ts'
import { commandAs, type DatabaseUser, getIds } from './database-user.ts'

const NEW = '.new-'

/**
 * Creates the database cluster in `dataDir` unless it exists. It is built in a temporary folder and renamed
 * when complete, so that a process killed half-way leaves nothing that looks like a cluster.
 */
export function createCluster(args: {
  binaries: Binaries
  dataDir: string
  user: DatabaseUser | undefined
  password: string | undefined
}): void {
  const { binaries, dataDir, user, password } = args
  removeUnfinished(dataDir)
  if (existsSync(path.join(dataDir, 'PG_VERSION'))) return
  const unfinished = `${dataDir}${NEW}${process.pid}`
  makeFolder(unfinished, user)
  const passwordFile = `${unfinished}-password`
  if (password) writeFileSync(passwordFile, password, { mode: 0o600 })
  const authentication = password ? ['-A', 'scram-sha-256', `--pwfile=${passwordFile}`] : ['-A', 'trust']
  const locale = ['-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--lc-messages=C']
  const place = ['-D', unfinished, '-U', 'postgres']
  const [command, flags] = commandAs(user, binaries.initdb, [
    ...place,
    ...authentication,
    ...locale,
    '--no-instructions',
  ])
  const made = spawnSync(command, flags, {
    ...getIds(user),
    cwd: '/',
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  })
  rmSync(passwordFile, { force: true })
  if (made.status !== 0) throw creationProblem(dataDir, `${made.error?.message ?? ''}${made.stderr ?? ''}`)
  renameSync(unfinished, dataDir)
}

function makeFolder(folder: string, user: DatabaseUser | undefined): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
    if (user) chownSync(folder, user.ids.uid, user.ids.gid)
  } catch (error) {
    throw folderProblem(error, folder)
  }
}

function removeUnfinished(dataDir: string): void {
  const folder = path.dirname(dataDir)
  const unfinished = readdirSync(folder).filter((name) => name.startsWith(path.basename(dataDir) + NEW))
  for (const name of unfinished) rmSync(path.join(folder, name), { recursive: true, force: true })
}

function creationProblem(dataDir: string, output: string): Problem {
  if (/No space left on device/.test(output)) return diskFull(dataDir)
  const reason =
    output
      .trim()
      .split('\n')
      .findLast((line) => /error|could not/i.test(line)) ?? output.trim()
  return new Problem(`The database could not be created in ${dataDir}: ${reason}`)
}
