import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DatabaseUser } from './database-user.ts'
import { databaseUser, requireTraversable } from './database-user.ts'

let folder: string
let user: DatabaseUser

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stockcast-test-'))
  const self = { name: 'me', ids: { uid: os.userInfo().uid, gid: os.userInfo().gid } }
  user = databaseUser(path.join(folder, 'postgres')) ?? self
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('requireTraversable', () => {
  it('names the closed folder above the one that PostgreSQL needs', () => {
    const closed = path.join(folder, 'closed')
    mkdirSync(closed)
    // Root may enter everything, so that it is closed only for the account PostgreSQL runs as.
    chmodSync(folder, 0o711)
    chmodSync(closed, 0o000)
    expect(() => requireTraversable(user, path.join(closed, 'data'))).toThrow(
      `who may not enter ${closed}: move Stockcast out of it`,
    )
  })

  it('is content with folders that can be passed, and with those that do not exist yet', () => {
    chmodSync(folder, 0o711)
    expect(() => requireTraversable(user, path.join(folder, 'later/data'))).not.toThrow()
  })
})
