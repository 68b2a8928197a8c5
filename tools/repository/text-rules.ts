import path from 'node:path'
import type { Sources } from './source-files.ts'

interface TextRule {
  pattern: RegExp
  files: readonly string[]
  except: readonly string[]
  message: string
}

const ANY_TEST = ['**/*.test.{ts,tsx}', '**/testing/**', '**/fixture/**']

const rules: readonly TextRule[] = [
  {
    pattern: /(?<!\bread\w+\()process\.env\b/,
    files: ['apps/**', 'packages/**'],
    except: [...ANY_TEST, 'apps/*/src/config.ts', 'apps/web/vite.config.ts'],
    message: 'only config.ts reads the environment',
  },
  {
    pattern: /\bnew Date\(\)|\bDate\.now\(\)/,
    files: ['apps/server/**'],
    except: [...ANY_TEST, 'apps/server/src/{main,clock}.ts'],
    message: 'only the clock asks what time it is',
  },
  {
    pattern: /\bDate\b|\bMath\.random\b|\bperformance\b|\bprocess\b|\bglobalThis\b/,
    files: ['packages/forecasting/**'],
    except: ANY_TEST,
    message: 'the engine is a function of its arguments',
  },
  {
    pattern: /\b(it|test|describe)(\.\w+)*\.(skip|only|todo|skipIf|runIf|fixme)\b/,
    files: ['**/*.test.{ts,tsx}', 'e2e/**'],
    except: [],
    message: 'every test runs',
  },
  {
    pattern: /\b(TODO|FIXME|XXX)\b/,
    files: ['**'],
    except: ['tools/repository/text-rules.ts'],
    message: 'no TODO comments: what is left to do is done or tracked elsewhere',
  },
  {
    pattern: /^export (const )?(enum|namespace)\b|^(const )?enum\b/m,
    files: ['**'],
    except: [],
    message: 'only erasable syntax: Node runs these files as they are',
  },
]

const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm

/** Returns one sentence for every file that breaks a text rule. Comments may name what code must not do. */
export function textViolations(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) => {
    const code = text.replace(COMMENT, '')
    return rules
      .filter(
        (rule) => applies(rule, file) && rule.pattern.test(rule.message.includes('left to do') ? text : code),
      )
      .map((rule) => `${file}: ${rule.message}`)
  })
}

function applies(rule: TextRule, file: string): boolean {
  const isIn = (globs: readonly string[]) => globs.some((glob) => path.posix.matchesGlob(file, glob))
  return isIn(rule.files) && !isIn(rule.except)
}
