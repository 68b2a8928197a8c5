import type { SyncRun as SyncRunView, SyncState } from '@stockcast/contract'
import type { Kernel } from '../../kernel.ts'
import { countForecasts, findLatestRun, type SyncRunRow } from './queries.ts'

/** The latest run as the merchant sees it, the forecasts that follow it included. */
export async function getSync(kernel: Kernel, merchantId: number): Promise<SyncState> {
  return kernel.db.withTenant(merchantId, async (tx) => {
    const row = await findLatestRun(tx, merchantId)
    if (!row) return { run: null }
    if (row.finished_at === null || row.status !== 'succeeded')
      return { run: view(row, { done: 0, total: 0 }) }
    const { isFinished, ...forecast } = await countForecasts(tx, merchantId, row.finished_at)
    return { run: view({ ...row, phase: isFinished ? 'done' : row.phase }, forecast) }
  })
}

function view(row: SyncRunRow, forecast: SyncRunView['forecast']): SyncRunView {
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    phase: row.phase as SyncRunView['phase'],
    method: row.method,
    products: row.products,
    variants: row.variants,
    orders: row.orders,
    orderLines: row.order_lines,
    forecast,
    expected: { variants: row.expected_variants, orders: row.expected_orders },
    startedAt: row.started_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    message: row.message,
  }
}
