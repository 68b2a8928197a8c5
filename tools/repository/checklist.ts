import type { Sources } from './source-files.ts'

const ID = /\b[A-Z]-\d{2}b?\b/g
const TEST_FILE = /(\.test\.tsx?|^e2e\/[^/]+\.spec\.ts)$/
/** Tests of the fake providers prove nothing about the product. */
const FAKE = 'apps/sandbox/'
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm

// A title is the first argument of the call, or of the call that `each` returns.
const quoted = String.raw`(['"\`])((?:\\.|(?!\1)[\s\S])*?)\1`
const TITLES = [
  new RegExp(String.raw`\b(?:it|test|describe)\s*\(\s*${quoted}`, 'g'),
  new RegExp(String.raw`\)\s*\(\s*${quoted}\s*,`, 'g'),
]

export interface ChecklistRow {
  id: string
  statement: string
}

/** Returns the rows of the checklist's tables. */
export function readChecklist(markdown: string): ChecklistRow[] {
  return [...markdown.matchAll(/^\| ([A-Z]-\d{2}b?) \| (.+) \|$/gm)].map((match) => ({
    id: match[1] ?? '',
    statement: match[2] ?? '',
  }))
}

/** Returns, for each ID in a test title, the files of those tests. */
export function provenRows(sources: Sources): Map<string, Set<string>> {
  const proven = new Map<string, Set<string>>()
  for (const [file, text] of sources) {
    if (!TEST_FILE.test(file) || file.startsWith(FAKE)) continue
    for (const id of titlesOf(text).flatMap((title) => title.match(ID) ?? [])) {
      proven.set(id, (proven.get(id) ?? new Set()).add(file))
    }
  }
  return proven
}

function titlesOf(text: string): string[] {
  const code = text.replace(COMMENT, '')
  return TITLES.flatMap((pattern) => [...code.matchAll(pattern)].map((match) => match[2] ?? ''))
}
