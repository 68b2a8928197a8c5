import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const documents = ['ARCHITECTURE.md', 'docs/where.md']
const IN_THE_REPOSITORY = /^((apps|packages|tools|docs|e2e|bench)\/|[A-Z]+\.md$|[\w.-]+\.json$)/
/** Files of the server, which ARCHITECTURE.md names without `apps/server/src/`. */
const IN_THE_SERVER = /^(modules\/|wire-).+\.ts$/

/** Returns the paths in backticks, from the root of the repository; commands, file names alone and patterns are none. */
function namedPaths(text: string): string[] {
  return [...text.matchAll(/`([^`*\s]+)`/g)]
    .map(([, name = '']) => (IN_THE_SERVER.test(name) ? `apps/server/src/${name}` : name))
    .filter((name) => IN_THE_REPOSITORY.test(name))
}

function missingPaths(text: string): string[] {
  return namedPaths(text).filter((name) => !existsSync(path.join(root, name)))
}

describe('the path from a webhook to a message', () => {
  it('names at most 25 files, each once', () => {
    const text = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8')
    const steps = [...text.matchAll(/^\d+\. `([^`]+)` /gm)].map(([, name]) => name)
    expect(steps.length).toBeGreaterThan(20)
    expect(steps.length).toBeLessThanOrEqual(25)
    expect(new Set(steps).size).toBe(steps.length)
  })
})

describe('paths in documents', () => {
  it.each(documents)('%s names only paths that exist', (document) => {
    const text = readFileSync(path.join(root, document), 'utf8')
    expect(namedPaths(text).length).toBeGreaterThan(5)
    expect(missingPaths(text)).toEqual([])
  })

  it('a file, a folder and a document that do not exist are found', () => {
    const text =
      'Read `GONE.md`, `tools/gone/` and `apps/web/src/gone.ts`, `modules/gone.ts`, not `README.md`, `tools/` or `gone.ts`.'
    expect(missingPaths(text)).toEqual([
      'GONE.md',
      'tools/gone/',
      'apps/web/src/gone.ts',
      'apps/server/src/modules/gone.ts',
    ])
  })
})
