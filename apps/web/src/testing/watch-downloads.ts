import { vi } from 'vitest'

/** What is saved, by file name. */
export function watchDownloads() {
  const blobs: Blob[] = []
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => {
        blobs.push(blob)
        return 'blob:1'
      },
      revokeObjectURL: () => undefined,
    }),
  )
  return { blobs, names }
}
