import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { requireEnterable } from './enterable.mjs'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stockcast-test-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('requireEnterable', () => {
  it('accepts a folder that everybody may enter', () => {
    chmodSync(folder, 0o755)
    expect(() => requireEnterable(folder, true, {})).not.toThrow()
  })

  it('refuses a folder that nobody can enter if there is no alternative, and names a remedy', () => {
    const gone = path.join(folder, 'gone')
    expect(() => requireEnterable(gone, true, {}, gone)).toThrow(
      'move Stockcast out of it, start as its owner, or set DATABASE_URL',
    )
  })

  it('accepts a closed folder of root if the database can be kept elsewhere', () => {
    chmodSync(folder, 0o711)
    // Only root can check what another account may enter.
    const isRoot = process.getuid?.() === 0
    expect(() => requireEnterable(path.join(folder, 'gone'), isRoot, {}, folder)).not.toThrow()
  })

  it('checks nothing for a given DATABASE_URL or an ordinary user', () => {
    const gone = path.join(folder, 'gone')
    expect(() => requireEnterable(gone, true, { DATABASE_URL: 'postgresql://x' })).not.toThrow()
    expect(() => requireEnterable(gone, false, {})).not.toThrow()
  })
})
