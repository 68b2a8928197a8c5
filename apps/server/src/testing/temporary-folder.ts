import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Creates a folder for one test file; `remove` deletes it with everything in it. */
export async function temporaryFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'stockcast-test-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
