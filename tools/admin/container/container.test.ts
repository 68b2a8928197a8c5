import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { decryptAge, encryptAge, isAge } from './age.ts'
import { readTar, type TarEntry, writeTar } from './tar.ts'

const passphrase = 'correct horse battery staple'
const QUICK = 4

async function* inBlocks(bytes: Buffer, length = 1000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

async function whole(blocks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const block of blocks) all.push(block)
  return Buffer.concat(all)
}

const encrypted = (plain: Buffer) => whole(encryptAge(inBlocks(plain), passphrase, QUICK))
const decrypted = (sealed: Buffer, words = passphrase) => whole(decryptAge(inBlocks(sealed), words))

describe('an encrypted file', () => {
  it.each([0, 1, 65_535, 65_536, 65_537, 200_000])(
    'of %i bytes is the same after decryption',
    async (size) => {
      const plain = randomBytes(size)
      const sealed = await encrypted(plain)
      expect(isAge(sealed)).toBe(true)
      expect((await decrypted(sealed)).equals(plain)).toBe(true)
    },
  )

  it('that the tool `age` has made is decrypted', async () => {
    const sealed = readFileSync(path.join(import.meta.dirname, 'fixture/made-by-age.age'))
    expect((await decrypted(sealed)).toString()).toBe('what age has encrypted')
  })

  it('is refused under another passphrase', async () => {
    const sealed = await encrypted(Buffer.from('text'))
    await expect(decrypted(sealed, 'another')).rejects.toThrow(/^The passphrase is not the one/)
  })

  it('is refused if any byte is changed or the end is cut off', async () => {
    const sealed = await encrypted(randomBytes(140_000))
    for (let at = 30; at < sealed.length; at += 9973) {
      const changed = Buffer.from(sealed)
      changed[at]! ^= 1
      await expect(decrypted(changed), `byte ${at}`).rejects.toThrow()
    }
    for (const length of [sealed.length - 1, sealed.length - 9000, 65_536, 200]) {
      await expect(decrypted(sealed.subarray(0, length)), `cut at ${length}`).rejects.toThrow()
    }
  })
})

describe('an archive', () => {
  const entries: TarEntry[] = [
    { name: 'manifest.json', content: Buffer.from('{}') },
    { name: `rows/${'x'.repeat(90)}/${'y'.repeat(100)}`, content: randomBytes(1500) },
    { name: 'empty', content: Buffer.alloc(0) },
  ]
  const written = async () => {
    async function* source() {
      yield* entries
    }
    return whole(writeTar(source()))
  }

  it('has the same entries when it is read', async () => {
    const found: TarEntry[] = []
    for await (const entry of readTar(inBlocks(await written()))) found.push(entry)
    expect(found).toEqual(entries)
  })

  it('is read by the tool `tar`', async () => {
    const { stdout } = spawnSync('tar', ['-t'], { input: await written(), encoding: 'utf8' })
    expect(stdout.trim().split('\n')).toEqual(entries.map(({ name }) => name))
  })

  it('is refused if it is cut off anywhere', async () => {
    const bytes = await written()
    for (const length of [0, 100, 512, 600, 1024, bytes.length - 1024]) {
      await expect(whole(readNames(bytes.subarray(0, length))), `cut at ${length}`).rejects.toThrow(/cut off/)
    }
  })
})

async function* readNames(bytes: Buffer): AsyncGenerator<Buffer> {
  for await (const { name } of readTar(inBlocks(bytes))) yield Buffer.from(name)
}
