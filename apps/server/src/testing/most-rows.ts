import pg from 'pg'
import { vi } from 'vitest'

interface Plan {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Join Filter'?: number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** Returns the most rows that one step of a plan read or compared. */
function mostRowsOf(plan: Plan): number {
  const removed = (plan['Rows Removed by Join Filter'] ?? 0) + (plan['Rows Removed by Filter'] ?? 0)
  const rows = (plan['Actual Rows'] + removed) * plan['Actual Loops']
  return Math.max(rows, ...(plan.Plans ?? []).map(mostRowsOf))
}

export interface Statement {
  text: string
  values: unknown[]
}

/** Returns the statements that read rows while `work` runs, with their parameters. */
export async function getStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await work()
  // The type of the spy knows one of the calls that the driver accepts.
  const calls = query.mock.calls as unknown as [unknown, unknown[]?][]
  query.mockRestore()
  return calls.flatMap(([text, values]) =>
    typeof text === 'string' && /^\s*(select|with|insert)/.test(text) && /\sfrom\s/.test(text)
      ? [{ text, values: values ?? [] }]
      : [],
  )
}

/** Switches off what analyses tables by itself. */
export async function stopAutovacuum(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  )
  for (const { name } of rows) await owner.query(`alter table ${name} set (autovacuum_enabled = off)`)
}

/** Runs the statements for a merchant, undoes them, and returns those in which a step read or compared more rows than `most`. */
export async function statementsAbove(
  owner: pg.Client,
  {
    merchantId,
    statements,
    most,
    hasNestedLoops = true,
  }: { merchantId: number; statements: readonly Statement[]; most: number; hasNestedLoops?: boolean },
): Promise<[number, string][]> {
  const above: [number, string][] = []
  await owner.query("select set_config('app.merchant_id', $1, false)", [`${merchantId}`])
  for (const { text, values } of statements) {
    await owner.query('begin')
    if (!hasNestedLoops) await owner.query('set local enable_nestloop = off')
    const { rows } = await owner.query(`explain (analyze, format json) ${text}`, values)
    await owner.query('rollback')
    const read = mostRowsOf(rows[0]['QUERY PLAN'][0].Plan)
    if (read > most) above.push([read, text])
  }
  return above
}
