import { PNG } from 'pngjs'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const HEADER_BYTES = 33

/**
 * Returns an uploaded PNG drawn again, without transparency and without anything but its pixels; or why it is refused. The
 * size is read before anything is unpacked, and no more is unpacked than it needs. Interlaced pictures are refused, because
 * the library unpacks them without a limit; so are those with a second header, because the library believes the last one.
 */
export function cleanPng(
  bytes: Uint8Array,
  most: { width: number; height: number },
): { png: Uint8Array } | { refused: string } {
  const file = Buffer.from(bytes)
  if (file.length < HEADER_BYTES || !file.subarray(0, 8).equals(SIGNATURE))
    return { refused: 'The picture is not a PNG.' }
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)]
  if (width === 0 || height === 0 || width > most.width || height > most.height)
    return { refused: `The picture may be at most ${most.width} by ${most.height} pixels.` }
  if (countHeaders(file) !== 1) return { refused: 'The picture is damaged.' }
  if (file[28] !== 0) return { refused: 'Save the picture as a PNG that is not interlaced.' }
  try {
    const { data } = PNG.sync.read(file)
    const drawn = new PNG({ width, height })
    drawn.data = data
    const white = { red: 255, green: 255, blue: 255 }
    return { png: PNG.sync.write(drawn, { colorType: 2, inputHasAlpha: true, bgColor: white }) }
  } catch {
    return { refused: 'The picture is damaged.' }
  }
}

function countHeaders(file: Buffer): number {
  let count = 0
  for (let at = SIGNATURE.length; at + 8 <= file.length; at += 12 + file.readUInt32BE(at)) {
    if (file.toString('latin1', at + 4, at + 8) === 'IHDR') count++
  }
  return count
}
