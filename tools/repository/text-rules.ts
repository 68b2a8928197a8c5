import path from 'node:path'
import type { Sources } from './source-files.ts'

interface TextRule {
  pattern: RegExp
  files: readonly string[]
  except: readonly string[]
  message: string
}

const ANY_TEST = ['**/*.test.{ts,tsx}', '**/testing/**', '**/fixture/**']
const DURATIONS = 'packages/contract/src/durations.ts'

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
    pattern: /\bfetch\(/,
    files: ['apps/web/src/**'],
    except: [...ANY_TEST, 'apps/web/src/api/http.ts'],
    message: 'only api/http.ts sends requests',
  },
  {
    pattern: /['"`]\/(api|functions)\//,
    files: ['apps/web/src/**', 'apps/server/src/**/{routes,*-routes}.ts'],
    except: ANY_TEST,
    message: 'paths of the API stand in the contract (routes.ts)',
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
    pattern: /\bvi\.(mock|doMock)\(/,
    files: ['**/*.test.{ts,tsx}'],
    except: ['apps/web/src/api/schemas/small-zod.test.ts'],
    message: 'test files share their modules, so that none replaces a module for itself',
  },
  {
    pattern: /\b86_?400(_?000)?\b|\b3_?600(_?000)?\b|(?<![\d_])60_000\b/,
    files: ['apps/server/**', 'packages/contract/**'],
    except: [...ANY_TEST, DURATIONS],
    message: `lengths of time are named, in ${DURATIONS}`,
  },
  {
    pattern: /\bconst ((SECOND|MINUTE|HOUR|DAY)_(MS|SECONDS)|(second|minute|hour|day)(Ms|Seconds))\b/,
    files: ['apps/server/**', 'packages/contract/**'],
    except: [DURATIONS],
    message: `lengths of time are defined once, in ${DURATIONS}`,
  },
  {
    pattern: /^(export )?const [a-z]\w*(: \w+)? =\s*(-?\d|'[^'\n]*'$|"[^"\n]*"$|\/[^/*\n])/m,
    files: ['apps/{server,cli,sandbox}/**', 'packages/**', 'bench/**', 'tools/**'],
    except: ANY_TEST,
    message: 'a constant that is a number, a text or a pattern is written in capitals',
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
