import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'

const getProgram = (priority: number) => `
  import { readFileSync } from 'node:fs'
  import { getPriority, setPriority } from 'node:os'
  import { workInBackground } from '${new URL('./thread-priority.ts', import.meta.url)}'
  setPriority(${priority})
  workInBackground()
  // Linux may refuse the first attempts.
  setTimeout(() => console.log(getPriority(), readFileSync('/proc/self/autogroup', 'utf8').split(' ').at(-1)), 1000)`

async function getPriorities(detached: boolean, priority = 0): Promise<string> {
  const args = ['--input-type=module-typescript', '--eval', getProgram(priority)]
  const child = spawn(process.execPath, args, { detached })
  return (await text(child.stdout)).trim()
}

describe.runIf(existsSync('/proc/self/autogroup'))('a process that works in the background', () => {
  it('has a lower priority, and so has its session', async () => {
    expect(await getPriorities(true)).toBe('5 5')
  })

  it('keeps a lower priority that it was started with', async () => {
    expect(await getPriorities(true, 10)).toBe('10 5')
  })

  it('leaves the session alone in which others run, too', async () => {
    const sessionOfTheTests = readFileSync('/proc/self/autogroup', 'utf8').trim().split(' ').at(-1)
    expect(await getPriorities(false)).toBe(`5 ${sessionOfTheTests}`.trim())
  })
})
