import pg from 'pg'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { withTestKernel } from '../../testing/index.ts'
import { createDatabaseFigures } from './database-figures.ts'

const MERCHANTS = 100_000
const BUSY_QUEUE = 20_000

let owner: pg.Client

const kernel = withTestKernel({ now: '2026-11-20T10:00:00Z', realJobs: true })

beforeAll(async () => {
  owner = new pg.Client({ connectionString: kernel.database.ownerUrl })
  kernel.closeLater(() => owner.end())
  await owner.connect()
  await owner.query(`
      insert into due_times (kind, merchant_id, lane, due_at, wanted_at)
      select kind, n, '', at, at from generate_series(1, ${MERCHANTS}) n, unnest(array[
        'comparison', 'delivery', 'forecast', 'retention', 'simulation']) kind,
        lateral (select timestamptz '2026-11-20T10:00:00Z' + case kind
          when 'comparison' then (n % 15 - 3) * interval '1 minute'
          when 'forecast' then (n % 1440 - 200) * interval '1 minute'
          when 'delivery' then (n % 5000 - 3) * interval '1 hour'
          else interval '1 day' end as at) due`)
  await kernel.jobs.prepare([{ name: 'busy' }])
  await owner.query(`
      insert into jobs.job (name, data, created_on, start_after)
      select case when n % 1000 = 0 then 'busy-dead' else 'busy' end, '{}', now() - n * interval '1 second',
        now() - n * interval '1 second' from generate_series(1, ${BUSY_QUEUE}) n`)
})

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

interface Read {
  table: string
  by: string
  rows: number
}

/** Returns what a plan read of each table. */
function getReads(plan: Plan): Read[] {
  const rows = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
  const table = plan['Relation Name']
  const own = table === undefined ? [] : [{ table, by: plan['Index Name'] ?? plan['Node Type'], rows }]
  return [...own, ...(plan.Plans ?? []).flatMap(getReads)]
}

/** Returns the statements of the figures with what each of them reads. */
async function explained(): Promise<Read[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  expect(await createDatabaseFigures(kernel, { keepMs: 15_000, deadlineMs: 60_000 })()).not.toBeNull()
  const calls = query.mock.calls as unknown as [unknown, unknown[] | undefined][]
  query.mockRestore()
  const reads: Read[] = []
  for (const [text, values] of calls) {
    if (typeof text !== 'string' || !/\sfrom\s/.test(text)) continue
    const { rows } = await owner.query(`explain (analyze, format json) ${text}`, values ?? [])
    reads.push(...getReads(rows[0]['QUERY PLAN'][0].Plan))
  }
  return reads
}

describe('the figures of 100,000 merchants', () => {
  it('are right', async () => {
    const figures = await createDatabaseFigures(kernel, { keepMs: 0, deadlineMs: 60_000 })()
    expect(figures?.due).toEqual({
      comparisonSeconds: 180,
      forecastShops: MERCHANTS,
      lateForecasts: lateForecasts(),
      waitingChannels: (MERCHANTS / 5000) * 4,
      deliverySeconds: 3 * 3600,
    })
    const [busy, dead] = ['busy', 'busy-dead'].map((of) => figures?.queues.find(({ name }) => name === of))
    expect([busy?.waiting, dead?.waiting]).toEqual([10_000, BUSY_QUEUE / 1000])
    expect(busy?.oldestSeconds).toBeGreaterThan(BUSY_QUEUE - 10)
  })

  it.each([false, true])(
    'are read by index, and nothing but forecasts is counted as a whole, analysed: %s',
    async (isAnalysed) => {
      if (isAnalysed) await owner.query('vacuum analyze due_times, jobs.job_common')
      const reads = await explained()
      const due = reads.filter(({ table }) => table === 'due_times')
      expect(due.length).toBeGreaterThanOrEqual(4)
      for (const { by } of due) expect(by).toMatch(/^due_times_|^Bitmap Heap Scan$/)
      const jobs = reads.filter(({ table }) => table.startsWith('job'))
      for (const { rows } of jobs) expect(rows).toBeLessThanOrEqual(BUSY_QUEUE + 10)
      const whole = due.filter(({ rows }) => rows > MERCHANTS / 5)
      expect(whole.map(({ rows }) => Math.round(rows / 100) * 100)).toEqual([MERCHANTS])
    },
  )
})

/** Of each 1,440 merchants, those whose forecast was due two hours ago or more. */
function lateForecasts(): number {
  return Array.from({ length: MERCHANTS }, (_, n) => ((n + 1) % 1440) - 200).filter(
    (minutes) => minutes <= -120,
  ).length
}
