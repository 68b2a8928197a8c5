import path from 'node:path'

export interface Import {
  /** As written. */
  specifier: string
  /** A path from the root, `npm/name` or `node/name`. A workspace's own name becomes its path. */
  target: string
  isTypeOnly: boolean
}

// `import … from 'x'`, `export … from 'x'`, `import 'x'`; then `import('x')` and `new URL('./x', import.meta.url)`.
const STATEMENT = /(?:^|[\n;])\s*(import|export)(\s+type\b)?\s*(?:[^'"`;=()]*?\sfrom\s*)?['"]([^'"\n]+)['"]/g
const CALL = /\bimport\(\s*['"]([^'"\n]+)['"]|\bnew URL\(\s*['"](\.[^'"\n]+\.tsx?)['"],\s*import\.meta\.url/g
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm

/** Returns the imports of a file in any form; comments are ignored. */
export function importsOf(file: string, text: string): Import[] {
  const code = text.replace(COMMENT, '')
  const statements = [...code.matchAll(STATEMENT)].map((match) => ({
    specifier: match[3] ?? '',
    isTypeOnly: match[2] !== undefined,
  }))
  const calls = [...code.matchAll(CALL)].map((match) => ({
    specifier: match[1] ?? match[2] ?? '',
    isTypeOnly: false,
  }))
  return [...statements, ...calls].map((found) => ({ ...found, target: targetOf(file, found.specifier) }))
}

function targetOf(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier)
  if (specifier.startsWith('node:')) return specifier.replace(':', '/')
  const [first = '', second, ...rest] = specifier.split('/')
  if (first === '@stockcast') return ['packages', second, ...rest].join('/')
  return `npm/${first.startsWith('@') ? `${first}/${second}` : first}`
}
