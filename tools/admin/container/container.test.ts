import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { decryptAge, encryptAge, isAge, readBackupFile } from './backup-file.ts'
import { type TarEntry, writeTar } from './tar.ts'

const passphrase = 'correct horse battery staple'
const QUICK = 4
const fixture = (name: string) => path.join(import.meta.dirname, 'fixture', name)

async function* inBlocks<Block>(...blocks: Block[]): AsyncGenerator<Block> {
  yield* blocks
}
const decrypted = (sealed: Buffer, words = passphrase) => buffer(decryptAge(inBlocks(sealed), words))

describe('an encrypted file', () => {
  it('is the same after decryption, and is refused under another passphrase, damaged or cut off', async () => {
    const plain = randomBytes(200_000)
    const sealed = await buffer(encryptAge(inBlocks(plain), passphrase, QUICK))
    expect(isAge(sealed)).toBe(true)
    expect((await decrypted(sealed)).equals(plain)).toBe(true)
    await expect(decrypted(sealed, 'another')).rejects.toThrow(/^The passphrase is not the one/)
    await expect(decrypted(sealed.subarray(0, -1))).rejects.toThrow(/damaged or cut off/)
    sealed[100_000]! ^= 1
    await expect(decrypted(sealed)).rejects.toThrow(/damaged or cut off/)
  })

  it('that the tool `age` has made is decrypted', async () => {
    expect((await decrypted(readFileSync(fixture('made-by-age.age')))).toString()).toBe(
      'what age has encrypted',
    )
  })

  it('to a key is refused with advice, before a passphrase is asked for', async () => {
    const entries = readBackupFile(fixture('encrypted-to-a-key.backup'), () =>
      Promise.reject(new Error('asked')),
    )
    await expect(entries.next()).rejects.toThrow(/is encrypted to a key: decrypt it with `age`/)
  })
})

describe('a backup that version 0.1.0 made with its own age and tar', () => {
  it.each(['encrypted', 'open'])('is read as it was written, when it is %s', async (kind) => {
    const entries = readBackupFile(fixture(`made-by-0.1.0-${kind}.backup`), async () => passphrase)
    const found: [string, string][] = []
    for await (const { name, content } of entries) found.push([name, content.toString()])
    expect(found).toEqual([
      ['manifest.json', '{"format":1}\n'],
      [`files/imports/${'f'.repeat(90)}/${'g'.repeat(100)}`, 'sku,units\n'],
      ['rows/public.products', '1\tProduct é\n'.repeat(20_000)],
      ['empty', ''],
      ['end.json', '{}\n'],
    ])
  })
})

it('an archive is read by the tool `tar`', async () => {
  const entries: TarEntry[] = [
    { name: 'manifest.json', content: Buffer.from('{}') },
    { name: `rows/${'x'.repeat(90)}/${'y'.repeat(100)}`, content: randomBytes(1500) },
    { name: 'empty', content: Buffer.alloc(0) },
  ]
  const input = await buffer(writeTar(inBlocks(...entries)))
  const { stdout } = spawnSync('tar', ['-t'], { input, encoding: 'utf8' })
  expect(stdout.trim().split('\n')).toEqual(entries.map(({ name }) => name))
})
