import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { neutralEnvironment } from '../launch/neutral-environment.ts'
import { ensureSecrets } from '../launch/secret.ts'
import { makeScratchFolder } from '../postgres/scratch-folder.ts'

const program = path.resolve(import.meta.dirname, 'main.ts')
const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function run(dataDir: string, ...args: string[]) {
  const env = { ...neutralEnvironment(process.env), DATA_DIR: dataDir }
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'rotate-secret', ...args], {
    env,
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

describe('the secret in the data folder', () => {
  it('is replaced, and the former one kept until it is forgotten, with stored secrets wrapped again', () => {
    const folder = makeScratchFolder()
    folders.push(folder)
    const dataDir = path.join(folder, 'data')
    const kept = (name: string) => readFileSync(path.join(dataDir, name), 'utf8')
    mkdirSync(dataDir, { recursive: true, mode: 0o711 })
    const first = ensureSecrets(dataDir).secret
    expect(run(dataDir)).toMatchObject({
      status: 0,
      output: expect.stringContaining('stored secrets are now'),
    })
    expect(kept('secret')).not.toBe(first)
    expect(kept('secret.previous')).toBe(first)
    expect(run(dataDir, '--forget-previous')).toMatchObject({ status: 0 })
    expect(existsSync(path.join(dataDir, 'secret.previous'))).toBe(false)
  }, 240_000)

  it('is not changed if the environment has one', () => {
    const given = { ...neutralEnvironment(process.env), STOCKCAST_SECRET: 'x'.repeat(32) }
    const args = [program, 'rotate-secret', '--forget-previous']
    const { status, stderr } = spawnSync(process.execPath, args, { env: given, encoding: 'utf8' })
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^Remove STOCKCAST_SECRET_PREVIOUS/)])
  })
})
