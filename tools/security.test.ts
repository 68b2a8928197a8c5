import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const rows = readFileSync(path.join(root, 'docs/security.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| [STRIDE](, [STRIDE])* \|/.test(line))
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

/** Returns the files, titles and commands that a row names but that do not exist. */
function missing(row: string): string[] {
  const tests = [...row.matchAll(/"([^"]+)" \(`([^`]+)`\)/g)]
  const commands = [...row.matchAll(/`npm run -s ([\w:]+)`/g)]
  if (tests.length + commands.length === 0) return [`no proof: ${row}`]
  return [
    ...tests.flatMap(([, title = '', file = '']) => {
      const found = path.join(root, file)
      if (!existsSync(found)) return [file]
      return readFileSync(found, 'utf8').includes(title) ? [] : [`${file}: ${title}`]
    }),
    ...commands.flatMap(([, name = '']) => (name in scripts ? [] : [name])),
  ]
}

describe('docs/security.md', () => {
  it('names a test or a command that exists for each threat', () => {
    expect(rows.length).toBeGreaterThan(50)
    expect(rows.flatMap(missing)).toEqual([])
  })

  it('is refused if a file, title or command does not exist, and for a row without any', () => {
    const row = (proof: string) => `| S | A threat. | An answer. | ${proof} |`
    const here = 'tools/security.test.ts'
    expect(missing(row(`"docs/security.md" (\`${here}\`)`))).toEqual([])
    expect(missing(row('"a title" (`tools/gone.test.ts`)'))).toEqual(['tools/gone.test.ts'])
    expect(missing(row(`"${'never '.repeat(3)}" (\`${here}\`)`))).toHaveLength(1)
    expect(missing(row('`npm run -s bench:gone`'))).toEqual(['bench:gone'])
    expect(missing(row('words alone'))).toHaveLength(1)
  })
})
