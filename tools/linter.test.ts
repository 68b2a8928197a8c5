import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import config from '../biome.json' with { type: 'json' }

const root = path.resolve(import.meta.dirname, '..')

/** Returns the files in which the linter finds an error, each with the text that is given for it. */
function lint(texts: Readonly<Record<string, string>>): string[] {
  mkdirSync(path.join(root, 'test-results'), { recursive: true })
  const planted = mkdtempSync(path.join(root, 'test-results/lint-'))
  try {
    for (const rule of ['tools/clock.grit', 'tools/engine.grit'])
      cpSync(path.join(root, rule), path.join(planted, rule))
    writeFileSync(path.join(planted, 'biome.json'), JSON.stringify({ ...config, root: true, vcs: {} }))
    for (const [file, text] of Object.entries(texts)) {
      mkdirSync(path.join(planted, path.dirname(file)), { recursive: true })
      writeFileSync(path.join(planted, file), text)
    }
    const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome')
    const { stdout } = spawnSync(process.execPath, [biome, 'lint', '--reporter=json', '.'], {
      cwd: planted,
      encoding: 'utf8',
    })
    return Object.keys(texts).filter((file) => stdout.includes(file))
  } finally {
    rmSync(planted, { recursive: true })
  }
}

it('the linter refuses a second place that reads the environment or the clock, and an engine that does', () => {
  const refused = {
    'apps/server/src/kernel/http/a.ts': 'export const port = process.env.PORT',
    'apps/web/src/b.ts': 'export const port = process.env.PORT',
    'apps/server/src/alerts/c.ts': 'export const now = new Date()',
    'apps/server/src/alerts/d.ts': 'export const now = Date.now()',
    'packages/forecasting/src/e.ts': 'export const epoch = new Date(0)',
    'packages/forecasting/src/f.ts': 'export const started = performance.now()',
    'packages/forecasting/src/g.ts': 'export const chance = Math.random()',
  }
  const allowed = {
    'apps/server/src/kernel/config/config.ts': 'export const port = process.env.PORT',
    'apps/server/src/kernel/clock/clock.ts': 'export const now = new Date()',
    'apps/server/src/alerts/h.ts': 'export const epoch = new Date(0)',
    'apps/server/src/alerts/i.test.ts': 'export const now = Date.now()',
  }
  expect(lint({ ...refused, ...allowed })).toEqual(Object.keys(refused))
})
