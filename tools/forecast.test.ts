import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

it('the forecast launcher returns the exit code and the message of the command', () => {
  const launcher = fileURLToPath(new URL('forecast.mjs', import.meta.url))
  const run = spawnSync(process.execPath, [launcher, '--horizon', '30'], {
    encoding: 'utf8',
    timeout: 60_000,
  })
  expect(run.status).toBe(2)
  expect(run.stdout).toBe('')
  expect(run.stderr).toMatch(/^--origin is missing\.\nUsage: npm run -s forecast/)
})
