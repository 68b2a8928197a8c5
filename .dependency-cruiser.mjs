/**
 * Who may import whom, checked by `npm run imports`. Paths are regular expressions from the root. A type counts as an import.
 *
 * Tests may import anything and are not read; imports by `new URL('./x.ts', import.meta.url)` are not seen.
 */

const TESTS = '[.]test[.]tsx?$|/(testing|fixture)/|^(packages/testkit|e2e|bench)/'
const SERVER = '^apps/server/src/'
/** The files that join the parts of the server, and the operator's commands, which use all of it. */
const JOINS = `${SERVER}((main|domains|wire-projection)[.]ts$|operator/)`

/** What each part may import of the others. A part without a row may import nothing. */
const parts = {
  'apps/web/': ['packages/(contract|tables)/', 'packages/forecasting/src/decisions/'],
  'apps/server/': ['packages/(calendar|contract|forecasting|tables)/'],
  'apps/sandbox/': [],
  'apps/cli/': ['packages/(calendar|forecasting)/'],
  'packages/forecasting/': [],
  'packages/calendar/': [],
  'packages/tables/': [],
  'packages/contract/': ['packages/forecasting/'],
  'tools/': [
    'apps/(cli/src/main|sandbox/src/load|server/src/(main|kernel/database/migrate|operator/index))[.]ts$',
    'apps/server/src/accounts/auth/breached-passwords[.]ts$',
  ],
}

/** The libraries of the parts that have few; the others may use what their package.json names. */
const libraries = {
  'packages/forecasting/': [],
  'packages/calendar/': ['date-holidays-parser'],
  'packages/tables/': ['fflate', 'hucre'],
  'packages/contract/': ['zod'],
}

/** The folders of the server, lowest first. A domain imports only earlier ones, and another domain only through its index.ts. */
const domains = ['store', 'planning', 'alerts', 'ordering', 'accounts']

/** The folders of the web app, lowest first. Each imports only earlier ones. */
const screens = [
  'api',
  'ui',
  'charts',
  'session',
  'accounts',
  'store',
  'ordering',
  'alerts',
  'planning',
  'app',
]

/** Libraries, also of Node, with the places of the server that may import them. */
const places = {
  'pg|kysely': '/(database|jobs|live)/|queries[.]ts$',
  'pg-boss': '/jobs/|/migrate-job-tables[.]ts$',
  'fflate|hucre|nodemailer|pdfkit|pngjs|stripe': '/providers/',
  '@opentelemetry': '/telemetry/',
  'better-auth|jose': '/accounts/',
  piscina: '/(read-rows|run-check|forecast-pool|simulation-pool)[.]ts$',
  // A small packed file can unpack to gigabytes, so one reader of files unpacks. The others pack.
  zlib: '/(text-of|compress-answers|run-in-thread)[.]ts$',
}

const error = (name, from, to) => ({ name, severity: 'error', from, to })

export default {
  forbidden: [
    error('files import each other in a circle', {}, { circular: true }),
    error('the product imports a test', { pathNot: TESTS }, { path: TESTS }),
    error('a new part needs a row', { pathNot: `^(${Object.keys(parts).join('|')})` }, {}),
    ...Object.entries(parts).map(([part, may]) =>
      error(
        `what ${part} may import`,
        { path: `^${part}` },
        { path: '^(apps|packages|tools)/', pathNot: `^(${[part, ...may].join('|')})` },
      ),
    ),
    ...Object.entries(libraries).map(([part, may]) =>
      error(
        `the libraries of ${part}`,
        { path: `^${part}` },
        { pathNot: `^(apps|packages|tools)/|node_modules/(${['-', ...may].join('|')})/` },
      ),
    ),
    error(
      'the contract knows only types of the engine',
      { path: '^packages/contract/' },
      { path: '^packages/forecasting/', dependencyTypesNot: ['type-only'] },
    ),
    error('there is no Node in the browser', { path: '^apps/web/src/' }, { dependencyTypes: ['core'] }),

    error(
      'nothing imports the files that join the domains',
      { path: SERVER, pathNot: JOINS },
      { path: JOINS },
    ),
    error(
      'a new folder of the server needs a place',
      { path: SERVER, pathNot: `${JOINS}|${SERVER}(kernel|providers|${domains.join('|')})/` },
      {},
    ),
    error(
      'the kernel imports neither providers nor domains',
      { path: `${SERVER}kernel/` },
      { path: SERVER, pathNot: `${SERVER}kernel/` },
    ),
    error(
      'a provider imports the kernel alone',
      { path: `${SERVER}providers/` },
      { path: SERVER, pathNot: `${SERVER}(kernel|providers)/` },
    ),
    error(
      'only the connector to it knows a kind of store',
      { path: SERVER, pathNot: `${JOINS}|${SERVER}providers/shopify/` },
      { path: `${SERVER}providers/shopify/` },
    ),
    ...domains.map((domain, at) =>
      error(
        `what ${domain} may import`,
        { path: `${SERVER}${domain}/` },
        {
          path: SERVER,
          pathNot: `${SERVER}((kernel|providers|${domain})/|(${domains.slice(0, at).join('|') || '-'})/index[.]ts$)`,
        },
      ),
    ),
    ...screens.map((folder, at) =>
      error(
        `what ${folder} may import`,
        { path: `^apps/web/src/${folder}/` },
        { path: '^apps/web/src/', pathNot: `^apps/web/src/(${screens.slice(0, at + 1).join('|')})/` },
      ),
    ),
    ...Object.entries(places).map(([names, place]) =>
      error(
        `where ${names} may be imported`,
        { path: SERVER, pathNot: place },
        { path: `^(${names})$|node_modules/(${names})/` },
      ),
    ),
  ],
  options: {
    // TypeScript 7 has no parser for other programs: without swc, every file would pass unread.
    parser: 'swc',
    tsPreCompilationDeps: true,
    exclude: { path: '^apps/[a-z]+/dist/' },
    doNotFollow: { path: `node_modules|${TESTS}` },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
