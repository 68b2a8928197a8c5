import path from 'node:path'
import type { Import } from './imports.ts'
import { importsOf } from './imports.ts'
import type { Sources } from './source-files.ts'

interface Zone {
  files: string
  /** What files of the zone may import; everything else is refused. `!` excludes, and the last match wins. */
  may: readonly string[]
}

const TESTS = [
  '**/*.test.{ts,tsx}',
  '**/testing/**',
  '**/fixture/**',
  'packages/testkit/**',
  'e2e/**',
  'bench/**',
]

// The first zone that contains a file applies. A file in no zone may import nothing, so that a new folder
// needs a rule before it gets code.
const zones: readonly Zone[] = [
  {
    // The build of the web app runs in Node.
    files: 'apps/web/{vite.config.ts,prerender/**}',
    may: ['apps/web/prerender/**', 'npm/**', 'node/**'],
  },
  {
    files: 'apps/web/**',
    may: [
      'apps/web/**',
      'packages/contract',
      'packages/forecasting/decisions',
      'packages/tables',
      'packages/tables/workbook',
      'npm/**',
    ],
  },
  {
    // These files connect the parts of the server.
    files: 'apps/server/src/{main,modules,start-*,wire-*}.ts',
    may: [
      'apps/server/**',
      'packages/calendar',
      'packages/contract',
      'packages/forecasting',
      'npm/**',
      'node/**',
    ],
  },
  {
    // Commands of the operator, which use every part of the server and are used by none.
    files: 'apps/server/src/operator/**',
    may: ['apps/server/**', 'packages/calendar', 'packages/contract', 'npm/**', 'node/**'],
  },
  {
    files: 'apps/server/src/modules/**',
    may: [
      'apps/server/**',
      '!apps/server/src/{main,modules,start-*,wire-*}.ts',
      '!apps/server/src/operator/**',
      '!apps/server/src/connectors/*/**',
      '!apps/server/src/modules/**',
      'apps/server/src/modules/*/index.ts',
      'packages/calendar',
      'packages/contract',
      'packages/forecasting',
      'packages/forecasting/decisions',
      'packages/tables',
      'packages/tables/workbook',
      'npm/**',
      'node/**',
    ],
  },
  {
    files: 'apps/server/src/connectors/**',
    may: [
      'apps/server/**',
      '!apps/server/src/modules/**',
      '!apps/server/src/{main,modules,start-*,wire-*}.ts',
      '!apps/server/src/operator/**',
      'packages/calendar',
      'packages/contract',
      'npm/**',
      'node/**',
    ],
  },
  {
    // The kernel (http, jobs, database, integrations and similar folders) imports no module and no store.
    files: 'apps/server/**',
    may: [
      'apps/server/**',
      '!apps/server/src/connectors/*/**',
      '!apps/server/src/modules/**',
      '!apps/server/src/{main,modules,start-*,wire-*}.ts',
      '!apps/server/src/operator/**',
      'packages/calendar',
      'packages/contract',
      'packages/tables',
      'packages/tables/workbook',
      'npm/**',
      'node/**',
    ],
  },
  { files: 'apps/sandbox/**', may: ['apps/sandbox/**', 'npm/**', 'node/**'] },
  {
    files: 'apps/cli/**',
    may: [
      'apps/cli/**',
      'packages/calendar',
      'packages/forecasting',
      'packages/forecasting/decisions',
      'npm/**',
      'node/**',
    ],
  },
  { files: 'packages/forecasting/**', may: ['packages/forecasting/src/**'] },
  { files: 'packages/calendar/**', may: ['packages/calendar/src/**', 'npm/date-holidays-parser'] },
  { files: 'packages/tables/src/workbook.ts', may: ['npm/hucre'] },
  { files: 'packages/tables/**', may: ['packages/tables/src/**'] },
  { files: 'packages/contract/**', may: ['packages/contract/src/**', 'npm/zod'] },
  {
    // Commands that run one of the apps.
    files: 'tools/*.mjs',
    may: ['tools/**', 'apps/cli/src/main.ts', 'apps/sandbox/src/load.ts', 'node/**'],
  },
  {
    files: 'tools/admin/**',
    may: [
      'tools/**',
      'apps/server/src/database/migrate.ts',
      'apps/server/src/operator/index.ts',
      'npm/**',
      'node/**',
    ],
  },
  {
    // The programs of the image: the server and the operator's command.
    files: 'tools/image/**',
    may: ['tools/**', 'apps/server/src/main.ts', 'apps/server/src/database/migrate.ts', 'npm/**', 'node/**'],
  },
  {
    files: 'tools/passwords/**',
    may: ['apps/server/src/modules/accounts/auth/breached-passwords.ts', 'node/**'],
  },
  {
    files: 'tools/**',
    may: ['tools/**', '!tools/{admin,image}/**', 'apps/server/src/database/migrate.ts', 'npm/**', 'node/**'],
  },
]

const testsMay = [
  'npm/**',
  'node/**',
  'packages/**',
  'tools/**',
  'e2e/**',
  'apps/server/src/database/migrate.ts',
]

// Tests and benchmarks that import the apps.
const drivers: Readonly<Record<string, readonly string[]>> = {
  'packages/testkit/**': ['apps/**'],
  'bench/**': ['apps/**', 'bench/**'],
}

// Libraries that each part of the server may import. A library without a row may be used nowhere.
const serverLibraries: Readonly<Record<string, readonly string[]>> = {
  'npm/@hono/node-server': ['apps/server/src/{main,start-*,http/*}.ts'],
  'npm/@hono/zod-openapi': ['apps/server/src/{http,modules}/**'],
  'npm/@opentelemetry/api': ['apps/server/src/telemetry/otlp-tracer.ts'],
  'npm/@opentelemetry/exporter-trace-otlp-http': ['apps/server/src/telemetry/otlp-tracer.ts'],
  'npm/@opentelemetry/resources': ['apps/server/src/telemetry/otlp-tracer.ts'],
  'npm/@opentelemetry/sdk-trace': ['apps/server/src/telemetry/otlp-tracer.ts'],
  'npm/better-auth': ['apps/server/src/modules/accounts/**'],
  'npm/bowser': ['apps/server/src/modules/audit/**'],
  'npm/fflate': ['apps/server/src/integrations/zip/**'],
  'npm/hono': ['apps/server/src/{http,modules}/**', 'apps/server/src/integrations/mail/**'],
  'npm/hucre': ['apps/server/src/integrations/spreadsheet/**'],
  'npm/jose': ['apps/server/src/modules/accounts/**'],
  'npm/kysely': ['apps/server/src/{database,live}/**', 'apps/server/src/**/{queries,*-queries}.ts'],
  'npm/pdfkit': ['apps/server/src/integrations/pdf/**'],
  'npm/pngjs': ['apps/server/src/integrations/picture/**'],
  'npm/libphonenumber-js': ['apps/server/src/modules/notifications/**'],
  'npm/nodemailer': ['apps/server/src/integrations/mail/**'],
  'npm/pg': ['apps/server/src/{database,jobs,live}/**', 'apps/server/src/**/{queries,*-queries}.ts'],
  'npm/pg-boss': ['apps/server/src/jobs/**', 'apps/server/src/database/migrate-job-tables.ts'],
  'npm/pino': ['apps/server/src/log.ts'],
  'npm/piscina': [
    'apps/server/src/files/read-rows.ts',
    'apps/server/src/modules/forecasts/forecast-pool.ts',
    'apps/server/src/modules/scorecard/simulation-pool.ts',
  ],
  'npm/prom-client': ['apps/server/src/modules/health/**'],
  'npm/stripe': ['apps/server/src/integrations/stripe/**'],
  'npm/zod': ['apps/server/src/**'],
  // Unpacking makes much of little, and so only the one reader of files unpacks. The others pack.
  'node/zlib': [
    'apps/server/src/files/text-of.ts',
    'apps/server/src/http/compress-answers.ts',
    'apps/server/src/modules/scorecard/run-in-thread.ts',
  ],
}

/** Libraries of Node that only the files of their row may import. */
const rowOfNode = new Set(Object.keys(serverLibraries).filter((library) => library.startsWith('node/')))

/** Returns one sentence for every import that the rules do not allow. */
export function importViolations(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) =>
    importsOf(file, text)
      .filter((found) => !isAllowed(file, found))
      .map((found) => `${file} must not import ${found.specifier}`),
  )
}

export function isTestFile(file: string): boolean {
  return TESTS.some((glob) => matches(file, glob))
}

function isAllowed(file: string, found: Import): boolean {
  const zone = zones.find((each) => matches(file, each.files))
  if (isTestFile(file)) return isAllowedInTest(file, found.target)
  if (!zone || isTestFile(found.target)) return false
  // Types are erased, so the contract may use the engine's types without depending on it at run time.
  if (
    found.isTypeOnly &&
    matches(file, 'packages/contract/**') &&
    matches(found.target, 'packages/forecasting{,/**}')
  ) {
    return true
  }
  if (isOwnModule(file, found.target)) return true
  return mayImport(zone, found.target) && isLibraryInPlace(file, found.target)
}

// A test may import anything in its own part of the repository, and the test tools.
function isAllowedInTest(file: string, target: string): boolean {
  const ownPart = `${file.split('/').slice(0, 2).join('/')}/`
  const driven = Object.entries(drivers).flatMap(([glob, may]) => (matches(file, glob) ? may : []))
  return target.startsWith(ownPart) || [...testsMay, ...driven].some((glob) => matches(target, glob))
}

function isOwnModule(file: string, target: string): boolean {
  const [module] = /^apps\/server\/src\/modules\/[^/]+\//.exec(file) ?? []
  return module !== undefined && target.startsWith(module)
}

function mayImport(zone: Zone, target: string): boolean {
  const last = zone.may.findLast((glob) => matches(target, glob.replace(/^!/, '')))
  return last !== undefined && !last.startsWith('!')
}

function isLibraryInPlace(file: string, target: string): boolean {
  const hasRow = target.startsWith('npm/') || rowOfNode.has(target)
  if (!file.startsWith('apps/server/') || !hasRow) return true
  return (serverLibraries[target] ?? []).some((glob) => matches(file, glob))
}

function matches(name: string, glob: string): boolean {
  return path.posix.matchesGlob(name, glob)
}
