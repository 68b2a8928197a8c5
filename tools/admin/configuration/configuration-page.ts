import path from 'node:path'
import { listVariables } from '../../../apps/server/src/operator/index.ts'
import { launcherVariables } from '../env-command.ts'

export const configurationFile = path.resolve(import.meta.dirname, '../../../docs/configuration.md')

const HEAD = `# Configuration

<!-- Written by npm run -s docs:configuration from the schema of the environment. -->

Stockcast is configured by environment variables. The sandbox stands in for every provider that is not configured, and the screens say
so. With \`NODE_ENV=production\` there is no sandbox, and a missing provider is an error at the start.
\`npm run -s admin -- env\` lists the same variables and which of them are set.

| Variable | Meaning | Unset | Values |
|---|---|---|---|`

const TAIL = `
\`STOCKCAST_ROLE\` says what a process does: \`web\`, \`worker\` or \`all\`; \`npm start\` and the commands of the image set it.
\`DATABASE_SUPERUSER_URL\`, read by \`stockcast migrate\` alone, creates both roles and the database where they do not exist.

With \`DATABASE_URL\` nothing is embedded. The role \`stockcast_app\` must be neither superuser nor owner of the tables nor \`BYPASSRLS\`; the
start is refused otherwise. Behind PgBouncer, its \`ignore_startup_parameters\` must name \`statement_timeout\`, \`lock_timeout\` and
\`idle_in_transaction_session_timeout\`. In transaction mode, set \`DATABASE_DIRECT_URL\` too: a process opens at most two sessions there.

Any number of web and worker processes, on any machines, can use one database. At least one worker of each kind of work must run. A process
opens at most twelve connections ([decision 49](decisions/0049-any-number-of-processes.md)).
`

/** Returns the page of the variables that an operator may set, in the order of their names. */
export function configurationPage(): string {
  const variables = [...listVariables(), ...launcherVariables]
  const rows = variables.toSorted((a, b) => a.name.localeCompare(b.name)).map(toRow)
  return `${HEAD}\n${rows.join('\n')}\n${TAIL}`
}

function toRow({
  name,
  meaning,
  default: standard,
  values,
}: ReturnType<typeof listVariables>[number]): string {
  const cells = [`\`${name}\``, meaning, !standard ? '' : `\`${standard}\``, values ?? '']
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}
