import { existsSync, mkdirSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 200

/**
 * Returns what `make` returns, made once for all processes that name the same file: the first makes it and
 * the others wait. If making it fails, the next one that waits tries again.
 */
export async function madeOnce<Made>(file: string, make: () => Promise<Made>): Promise<Made> {
  const claim = `${file}.claim`
  await mkdir(path.dirname(file), { recursive: true })
  while (!existsSync(file)) {
    if (!canClaim(claim)) {
      await sleep(POLL_MS)
      continue
    }
    try {
      if (!existsSync(file)) await writeAtOnce(file, JSON.stringify(await make()))
    } finally {
      await rm(claim, { recursive: true })
    }
  }
  return JSON.parse(await readFile(file, 'utf8')) as Made
}

function canClaim(claim: string): boolean {
  try {
    mkdirSync(claim)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Writes a file that others see only when it is complete. */
async function writeAtOnce(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text)
  await rename(`${file}.new`, file)
}
