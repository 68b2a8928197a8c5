import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeScratchFolder } from '../scratch-folder.ts'
import { archivedName, archiveSettings, recoverySettings } from './commands.ts'

const segment = '000000010000000000000007'
let scratch: string
let wal: string

beforeEach(() => {
  scratch = makeScratchFolder()
  wal = path.join(scratch, `it's 100% "wal" $HOME\\ %f`)
  mkdirSync(wal)
})

afterEach(() => rmSync(scratch, { recursive: true, force: true }))

/** Runs a command as PostgreSQL does, which puts names in the place of %p and %f. */
function run(command: string | undefined, file: string) {
  const values: Record<string, string> = { '%%': '%', '%p': `pg_wal/${file}`, '%f': file }
  const line = command?.replaceAll(/%[%pf]/g, (mark) => values[mark]!) ?? ''
  return spawnSync('/bin/sh', ['-c', line], { cwd: scratch, encoding: 'utf8' })
}

const archive = (content: Buffer) => {
  mkdirSync(path.join(scratch, 'pg_wal'), { recursive: true })
  writeFileSync(path.join(scratch, 'pg_wal', segment), content)
  return run(archiveSettings(wal).archive_command, segment)
}
const fetched = () => {
  rmSync(path.join(scratch, 'pg_wal', segment), { force: true })
  const { status } = run(recoverySettings(wal, undefined).restore_command, segment)
  const file = path.join(scratch, 'pg_wal', segment)
  return { status, content: existsSync(file) ? readFileSync(file) : undefined }
}
const content = Buffer.alloc(1e6, 'a segment of WAL ')

describe('the archive command', () => {
  it('archives a segment in a folder with spaces and quotes, from which it comes back byte for byte', () => {
    expect(archive(content)).toMatchObject({ status: 0, stderr: '' })
    expect(readdirSync(wal)).toEqual([archivedName(segment)])
    const back = fetched()
    expect(back.status).toBe(0)
    expect(back.content?.equals(content)).toBe(true)
  })

  it('accepts the same segment twice, and never replaces it with another content', () => {
    archive(content)
    expect(archive(content)).toMatchObject({ status: 0, stderr: '' })
    const other = archive(Buffer.alloc(1e6, 'b'))
    expect(other.status).toBe(1)
    expect(other.stderr).toContain('has another content')
    expect(fetched().content?.equals(content)).toBe(true)
  })

  it('goes on where it was killed before the segment had its name', () => {
    writeFileSync(path.join(wal, `${archivedName(segment)}.new`), 'the first half')
    expect(archive(content).status).toBe(0)
    expect(readdirSync(wal)).toEqual([archivedName(segment)])
    expect(fetched().content?.equals(content)).toBe(true)
  })
})

describe('the restore command', () => {
  it('tells the end of the archive from a damaged segment', () => {
    expect(fetched().status).toBe(1)
    writeFileSync(path.join(wal, archivedName(segment)), 'not compressed')
    expect(fetched().status).toBe(126)
  })
})
