import { deflateSync } from 'node:zlib'
import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { cleanPng } from './clean-png.ts'

const most = { width: 100, height: 50 }

function getPng(width: number, height: number, rgba = [200, 10, 30, 255]): Buffer {
  const png = new PNG({ width, height })
  for (let at = 0; at < png.data.length; at++) png.data[at] = rgba[at % 4]!
  return PNG.sync.write(png)
}

function getRefusal(bytes: Uint8Array): string | null {
  const read = cleanPng(bytes, most)
  return 'refused' in read ? read.refused : null
}

/** Replaces the pixels of a PNG by a stream that unpacks to far more, with a right checksum. */
function bomb(): Buffer {
  const file = getPng(10, 10)
  const at = file.indexOf('IDAT')
  const data = deflateSync(Buffer.alloc(50_000_000))
  const chunk = Buffer.alloc(data.length + 12)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write('IDAT', 4)
  data.copy(chunk, 8)
  chunk.writeInt32BE(crc32(chunk.subarray(4, data.length + 8)), data.length + 8)
  return Buffer.concat([file.subarray(0, at - 4), chunk, file.subarray(-12)])
}

function crc32(bytes: Uint8Array): number {
  let crc = -1
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return crc ^ -1
}

describe('an uploaded PNG', () => {
  it('is drawn again on white, without transparency', () => {
    const file = getPng(4, 2, [200, 10, 30, 0])
    const read = cleanPng(file, most)
    if ('refused' in read) throw new Error(read.refused)
    const { width, height, data } = PNG.sync.read(Buffer.from(read.png))
    expect([width, height, ...data.subarray(0, 4)]).toEqual([4, 2, 255, 255, 255, 255])
    expect(read.png[25]).toBe(2)
  })

  it('is refused before it is unpacked if its header says that it is too large', () => {
    const file = getPng(4, 2)
    file.writeUInt32BE(2_000_000_000, 16)
    expect(getRefusal(file)).toBe('The picture may be at most 100 by 50 pixels.')
    expect(getRefusal(getPng(4, 51))).toBe('The picture may be at most 100 by 50 pixels.')
  })

  it('is refused if a second header says that it is larger than the first one does, or interlaced', () => {
    const file = getPng(10, 10)
    const header = Buffer.from(file.subarray(8, 33))
    header.writeUInt32BE(60_000, 8)
    header.writeUInt32BE(60_000, 12)
    header.writeInt32BE(crc32(header.subarray(4, 21)), 21)
    const both = Buffer.concat([file.subarray(0, 33), header, file.subarray(33)])
    const before = process.memoryUsage().arrayBuffers
    expect(getRefusal(both)).toBe('The picture is damaged.')
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000)
  })

  it('is refused if its pixels unpack to more than its size, or if it is interlaced, damaged or also another file', () => {
    const interlaced = getPng(4, 2)
    interlaced[28] = 1
    expect(getRefusal(interlaced)).toBe('Save the picture as a PNG that is not interlaced.')
    expect(getRefusal(getPng(4, 2).subarray(0, 45))).toBe('The picture is damaged.')
    expect(getRefusal(Buffer.concat([getPng(4, 2), Buffer.from('<script>')]))).toBe('The picture is damaged.')
    const packed = bomb()
    const before = process.memoryUsage().arrayBuffers
    cleanPng(packed, most)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000)
  })

  it('is refused if it is another kind of file', () => {
    for (const text of ['', 'GIF89a', '<svg onload="alert(1)"/>'.repeat(9)])
      expect(getRefusal(Buffer.from(text))).toBe('The picture is not a PNG.')
  })

  it('never throws, whatever the bytes are', () => {
    const whole = getPng(8, 8)
    forAll(fc.nat(whole.length - 1), fc.nat(255), (at, byte) => {
      const file = Buffer.from(whole)
      file[at] = byte
      const read = cleanPng(file, most)
      return 'refused' in read || read.png.length > 0
    })
  })
})
