import os from 'node:os'

export type Settings = Readonly<Record<string, string>>

/** Returns durable settings for one machine that also runs the app. */
export function durableSettings(): Settings {
  const megabytes = Math.round(os.totalmem() / 2 ** 20 / 16)
  return {
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    shared_buffers: `${Math.min(512, Math.max(64, megabytes))}MB`,
    max_wal_size: '2GB',
    checkpoint_timeout: '10min',
    random_page_cost: '1.1',
    jit: 'off',
    max_connections: '100',
  }
}

/** For databases that are thrown away: nothing is flushed to the disk. */
export const throwawaySettings: Settings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  shared_buffers: '128MB',
  max_wal_size: '2GB',
  jit: 'off',
  max_connections: '200',
}
