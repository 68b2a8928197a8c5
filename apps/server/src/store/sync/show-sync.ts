import { MINUTE_MS, type SyncRun as SyncRunView, type SyncState } from '@stockcast/contract'
import type { Kernel } from '../../kernel/kernel.ts'
import { countForecasts, findLatestRun, type SyncRunRow } from './queries.ts'

/** When the forecasts after a run take longer than this, they are no longer shown as its last step. */
const FORECAST_PATIENCE_MS = 15 * MINUTE_MS

/** Returns the latest run as the merchant sees it: it lasts until the forecasts that follow it are done. */
export async function getSync(kernel: Kernel, merchantId: number): Promise<SyncState> {
  return kernel.db.withTenant(merchantId, async (tx) => {
    const row = await findLatestRun(tx, merchantId)
    if (!row) return { run: null }
    if (row.finished_at === null || row.status !== 'succeeded')
      return { run: view(row, { done: 0, total: 0 }) }

    const { isFinished, ...forecast } = await countForecasts(tx, merchantId, row.finished_at)
    const waited = kernel.clock.now().getTime() - row.finished_at.getTime()
    const isOver = isFinished || forecast.total === 0 || waited > FORECAST_PATIENCE_MS
    if (isOver) return { run: view({ ...row, phase: 'done' }, forecast) }
    return { run: view({ ...row, status: 'running', finished_at: null }, forecast) }
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
    messageCode: row.message_code,
  }
}
