import { describe, expect, it, vi } from 'vitest'
import { createDiskWatch, isStorageLow } from './disk-watch.ts'

function getWatch(free: Record<string, number>) {
  const log = { warn: vi.fn(), info: vi.fn() }
  const disk = createDiskWatch({
    folders: { data: '/data', database: '/database' },
    minFreeBytes: 100,
    log,
    getFreeBytes: async (folder) => {
      const bytes = free[folder]
      if (bytes === undefined) throw new Error('ENOENT')
      return bytes
    },
  })
  return { disk, log, free }
}

describe('createDiskWatch', () => {
  it('reports low space when any folder has less than the reserve, and logs once each way', async () => {
    const { disk, log, free } = getWatch({ '/data': 100, '/database': 1000 })
    expect(await disk.look()).toEqual({ isLow: false, freeBytes: { data: 100, database: 1000 } })
    free['/database'] = 99
    expect([(await disk.look()).isLow, (await disk.look()).isLow]).toEqual([true, true])
    free['/database'] = 100
    expect((await disk.look()).isLow).toBe(false)
    expect([log.warn.mock.calls.length, log.info.mock.calls.length]).toEqual([1, 1])
  })

  it('allows what leaves the reserve free, and no more', async () => {
    const { disk } = getWatch({ '/data': 150, '/database': 1000 })
    await disk.assertRoom(50)
    const refused = await disk.assertRoom(51).catch((error) => error)
    expect(isStorageLow(refused)).toBe(true)
    expect(refused).toMatchObject({ code: 'unavailable', retryable: true, retryAfterSeconds: 300 })
  })

  it('ignores a folder that does not exist yet', async () => {
    const { disk } = getWatch({ '/data': 500 })
    expect(await disk.look()).toEqual({ isLow: false, freeBytes: { data: 500 } })
  })
})
