import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeScratchFolder } from '../postgres/scratch-folder.ts'
import { bundleServices, serviceFile } from './service-bundle.ts'

let root: string

function write(name: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
  writeFileSync(path.join(root, name), text)
}

const run = () => execFileSync(process.execPath, [serviceFile(root, 'server')], { encoding: 'utf8' })
const bundledAt = () => statSync(serviceFile(root, 'server'), { bigint: true }).mtimeNs

beforeEach(() => {
  root = makeScratchFolder()
  write('package.json', '{ "type": "module" }')
  write('apps/sandbox/src/main.ts', 'console.log("sandbox")')
  write('apps/server/src/main.ts', "import { said } from './parts/said.ts'\nconsole.log(said)")
  write(
    'apps/server/src/parts/said.ts',
    "import { readFileSync } from 'node:fs'\n" +
      "export const said: string = readFileSync(new URL('./said.txt', import.meta.url), 'utf8')",
  )
  write('apps/server/src/parts/said.txt', 'read beside its source')
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('bundleServices', () => {
  it('bundles a service that still finds the files which its sources name relative to themselves', async () => {
    await bundleServices(root)
    expect(run()).toBe('read beside its source\n')
  })

  it('bundles again once a source has changed, and not before', async () => {
    await bundleServices(root)
    const first = bundledAt()
    await bundleServices(root)
    expect(bundledAt()).toBe(first)
    write('apps/server/src/main.ts', 'console.log("changed")')
    await bundleServices(root)
    expect(run()).toBe('changed\n')
  })

  it('names the service whose sources cannot be bundled, and bundles it once they are repaired', async () => {
    write('apps/server/src/main.ts', "import './missing.ts'")
    await expect(bundleServices(root)).rejects.toThrow('The server could not be bundled')
    write('apps/server/src/main.ts', 'console.log("repaired")')
    await bundleServices(root)
    expect(run()).toBe('repaired\n')
  })
})
