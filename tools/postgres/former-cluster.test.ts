import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { formerFolderOf, putBackFormerCluster } from './former-cluster.ts'
import { makeScratchFolder } from './scratch-folder.ts'

let folder: string
let dataDir: string

beforeEach(() => {
  folder = makeScratchFolder()
  dataDir = path.join(folder, 'postgres')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function makeCluster(at: string, version: string): void {
  mkdirSync(at)
  writeFileSync(path.join(at, 'PG_VERSION'), version)
}

const versionAt = (at: string) => readFileSync(path.join(at, 'PG_VERSION'), 'utf8')

it('the former cluster is put back when an upgrade was killed before the new one took its place', () => {
  makeCluster(formerFolderOf(dataDir, 9), '9')
  makeCluster(formerFolderOf(dataDir, 17), '17')
  writeFileSync(`${dataDir}-password`, 'secret')
  putBackFormerCluster(dataDir)
  expect(versionAt(dataDir)).toBe('17')
  expect(existsSync(formerFolderOf(dataDir, 9))).toBe(true)
})

it('a former cluster stays where it is when the new one is in place', () => {
  makeCluster(formerFolderOf(dataDir, 17), '17')
  makeCluster(dataDir, '18')
  putBackFormerCluster(dataDir)
  expect([versionAt(dataDir), versionAt(formerFolderOf(dataDir, 17))]).toEqual(['18', '17'])
})

it('a first start, without any cluster, changes nothing', () => {
  putBackFormerCluster(dataDir)
  expect(readdirSync(folder)).toEqual([])
})
