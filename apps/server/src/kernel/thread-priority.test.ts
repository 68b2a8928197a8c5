import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'

const program = `
  import { readFileSync } from 'node:fs'
  import { getPriority } from 'node:os'
  import { workInBackground } from '${new URL('./thread-priority.ts', import.meta.url)}'
  workInBackground()
  const [, session] = readFileSync('/proc/self/autogroup', 'utf8').split('nice ')
  console.log(getPriority(), Number(session))`

async function getPriorities(detached: boolean): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', program], { detached })
  return (await text(child.stdout)).trim()
}

describe.runIf(existsSync('/proc/self/autogroup'))('a process that works in the background', () => {
  it('has a lower priority, and so has its session', async () => {
    expect(await getPriorities(true)).toBe('10 10')
  })

  it('leaves the session alone in which others run, too', async () => {
    expect(await getPriorities(false)).toBe('10 0')
  })
})
