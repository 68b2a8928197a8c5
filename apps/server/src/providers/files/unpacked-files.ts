import { unzipSync } from 'fflate'

/** Returns the names of the files in an archive and the bytes that each unpacks to, as the archive states them; null if it is none. */
export function unpackedFiles(archive: Uint8Array): Map<string, number> | null {
  const files = new Map<string, number>()
  const note = ({ name, originalSize }: { name: string; originalSize: number }) => {
    files.set(name, originalSize)
    return false
  }
  try {
    unzipSync(archive, { filter: note })
    return files
  } catch {
    return null
  }
}
