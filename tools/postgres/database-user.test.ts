import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { commandAs, type DatabaseUser, databaseUser, getIds, requireTraversable } from './database-user.ts'

let folder: string
let user: DatabaseUser

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stockcast-test-'))
  chmodSync(folder, 0o711)
  const { uid, gid } = os.userInfo()
  const self = { name: 'me', ids: { uid, gid }, namespace: [] }
  user = databaseUser(path.join(folder, 'postgres'), [folder]) ?? self
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('requireTraversable', () => {
  it('names a closed folder above the one that PostgreSQL needs', () => {
    const closed = path.join(folder, 'closed')
    mkdirSync(closed)
    // Root may enter every folder, so this one is closed only to the account of PostgreSQL.
    chmodSync(closed, 0o000)
    expect(() => requireTraversable(user, [path.join(closed, 'data')])).toThrow(
      `who may not enter ${closed}: move Stockcast out of it`,
    )
  })

  it('accepts folders that can be entered, and those that do not exist yet', () => {
    expect(requireTraversable(user, [path.join(folder, 'later/data')])).toBe(user)
  })
})

describe('a command of another user', () => {
  const ids = { uid: 7, gid: 8 }

  it('runs with the user and group ids of an account', () => {
    const own = { name: 'postgres', ids, namespace: [] }
    expect(commandAs(own, 'initdb', ['-D', 'x'])).toEqual(['initdb', ['-D', 'x']])
    expect(getIds(own)).toEqual(ids)
  })

  it('runs inside the namespace and keeps the ids of the user who starts it', () => {
    const inside = { name: 'root', ids: { uid: 0, gid: 0 }, namespace: ['unshare', '--'] }
    expect(commandAs(inside, 'initdb', ['-D', 'x'])).toEqual(['unshare', ['--', 'initdb', '-D', 'x']])
    expect(getIds(inside)).toEqual({})
  })
})
