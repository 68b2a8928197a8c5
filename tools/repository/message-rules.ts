import path from 'node:path'
import type { Sources } from './source-files.ts'

const FILES = ['apps/{server,web,cli}/src/**', 'packages/{calendar,contract,forecasting}/src/**']
const NOT = ['**/*.test.{ts,tsx}', '**/*.d.ts', '**/testing/**']

/** A variable or property that holds text for people, also in lower case and as a string. */
const TEXT = String.raw`\b(?:\w*[mM]essages?|\w*[sS]entences?|\w*[wW]ords|\w*[rR]eason|said|detail|stderr|response(?=\.slice))\b`
const CHANGED = String.raw`(?:\s*\??\s*\)?\s*\??\.\s*(?:toString|trim|to(?:Lower|Upper)Case)\(\s*\)|\s*\)|\s*\?\?\s*''\s*\)|!)*`
const TOLD = '(?:includes|startsWith|endsWith|indexOf|match|matchAll|search|replace|replaceAll)'
/** A literal with a space between words, which no code is. */
const SENTENCE = String.raw`(['"\`])(?<literal>(?:(?!\1).)*[A-Za-z,.]\s(?:(?!\1).)*[A-Za-z](?:(?!\1).)*)\1`

const patterns: readonly RegExp[] = [
  new RegExp(String.raw`(?:${TEXT}|\.error\b|\bString\(error)${CHANGED}\s*\??\.\s*${TOLD}\(`, 'g'),
  new RegExp(String.raw`\.(?:test|exec)\(\s*[^()\n]*${TEXT}`, 'g'),
  new RegExp(String.raw`\bnew RegExp\([^\n]*\)\.(?:test|exec)\([^()\n]*${TEXT}`, 'g'),
  /(?<!typeof [\w.?]*)\.(?:message|error)\s*[!=]==?\s*(?!null\b|undefined\b|'')[^\s=]+/g,
  new RegExp(String.raw`\bswitch\s*\([^)\n]*${TEXT}\)`, 'g'),
  new RegExp(String.raw`[!=]==?\s*${SENTENCE}`, 'g'),
  new RegExp(String.raw`\bcase\s+${SENTENCE}`, 'g'),
]

/** Literals with a space that are no texts for people. */
const codesWithSpaces: Readonly<Record<string, string>> = {
  'for update': 'a clause of SQL',
  'for share': 'a clause of SQL',
  'RCPT TO': 'a command of SMTP',
  'Default Title': 'the value by which Shopify marks the only variant of a product',
}

interface Allowed {
  file: string
  /** The line as it stands, without its indentation. */
  line: string
  why: string
}

/** Failures of others that have no code. */
const allowed: readonly Allowed[] = [
  {
    file: 'apps/server/src/database/unavailable.ts',
    line: 'if (WORDS_OF_THE_DRIVER.test(error.message)) return true',
    why: 'pg and its pool throw these errors without a code',
  },
  {
    file: 'apps/server/src/database/pool.ts',
    line: "return error instanceof Error && error.message === 'Query read timeout'",
    why: 'pg throws this error without a code',
  },
  {
    file: 'apps/server/src/integrations/mail/smtp-reply.ts',
    line: "command === 'RCPT TO' && DEAD_CODES.includes(responseCode) && !ABOUT_US.test(response.slice(3))",
    why: 'mail servers answer one code for two causes, and name the cause only in words',
  },
  {
    file: 'apps/server/src/modules/accounts/auth/authenticate.ts',
    line: "if (!(cause instanceof Error) || !cause.message.includes('decrypt')) throw cause",
    why: 'better-auth throws this error without a code',
  },
  {
    file: 'apps/web/src/format/as-sentence.ts',
    line: 'const isWhole = /[.!?]$/.test(words)',
    why: 'adds a full stop, and decides nothing else',
  },
]

const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm

/** Returns a sentence for each line that decides by a text for people, and for each exception without use. */
export function messageViolations(sources: Sources): string[] {
  const isIn = (file: string, globs: readonly string[]) =>
    globs.some((glob) => path.posix.matchesGlob(file, glob))
  const used = new Set<Allowed>()
  const found = [...sources]
    .filter(([file]) => isIn(file, FILES) && !isIn(file, NOT))
    .flatMap(([file, text]) =>
      decidingLines(text).flatMap((line) => {
        const exception = allowed.find((each) => each.file === file && each.line === line)
        if (exception) used.add(exception)
        return exception ? [] : [`${file}: decide by a code, not by a text: ${line}`]
      }),
    )
  const unused = allowed.filter((each) => sources.has(each.file) && !used.has(each))
  return [...found, ...unused.map(({ file, line }) => `${file}: the exception is no longer needed: ${line}`)]
}

function decidingLines(text: string): string[] {
  const code = text.replace(COMMENT, '')
  const lines = patterns.flatMap((pattern) =>
    [...code.matchAll(pattern)].flatMap(({ index, 0: match, groups }) => {
      if (groups?.literal !== undefined && Object.hasOwn(codesWithSpaces, groups.literal)) return []
      const start = code.lastIndexOf('\n', index) + 1
      const end = code.indexOf('\n', index + match.length)
      return code.slice(start, end < 0 ? undefined : end).trim()
    }),
  )
  return [...new Set(lines)]
}
