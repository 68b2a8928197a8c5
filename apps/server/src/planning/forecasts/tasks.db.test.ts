import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { ensureMerchant } from '../../accounts/merchants/ensure-merchant.ts'
import { handleTask } from '../../kernel/jobs/task.ts'
import { refreshProjectionsTask } from '../../store/changes/queue-refresh.ts'
import { forecastShopTask } from '../../store/changes/request-forecast.ts'
import { insertCatalog, withTestKernel } from '../../testing/index.ts'
import { wireProjection } from '../../wire-projection.ts'
import { keepTotalsTask } from '../catalog/totals/keep-totals.task.ts'
import type { Projection } from '../projection/create-projection.ts'
import { createForecasts, type Forecasts } from './create-forecasts.ts'

let forecasts: Forecasts
let projection: Projection

const kernel = withTestKernel({ realJobs: true })

beforeAll(async () => {
  projection = wireProjection(kernel)
  forecasts = createForecasts(kernel, projection.refresh)
  kernel.closeLater(() => forecasts.close())
  const definitions = [...forecasts.batch, ...projection.sync, ...projection.batch].map(
    ({ definition }) => definition,
  )
  await kernel.jobs.prepare([...definitions, keepTotalsTask])
})

describe('the tasks on the real queue', () => {
  it('run a forecast that is requested during another one afterwards, never at the same time', async () => {
    const log: string[] = []
    let release: (() => void) | undefined
    const probe = handleTask(forecastShopTask, async ({ merchantId }) => {
      log.push(`start ${merchantId}`)
      if (merchantId === 1) await new Promise<void>((resolve) => (release = resolve))
      log.push(`end ${merchantId}`)
    })
    const others = forecasts.batch.filter((task) => task.definition.name !== forecastShopTask.name)
    await kernel.jobs.send(forecastShopTask, { merchantId: 1 })
    await kernel.jobs.work([probe, ...others, ...projection.sync, ...projection.batch])
    await vi.waitFor(() => expect(log).toEqual(['start 1']), { timeout: 9000 })
    for (let i = 0; i < 3; i++) await kernel.jobs.send(forecastShopTask, { merchantId: 1 })
    await kernel.jobs.send(forecastShopTask, { merchantId: 2 })
    await vi.waitFor(() => expect(log).toEqual(['start 1', 'start 2', 'end 2']), { timeout: 9000 })
    release?.()
    await vi.waitFor(() => expect(log.slice(3)).toEqual(['end 1', 'start 1']), { timeout: 9000 })
    release?.()
    await vi.waitFor(() => expect(log.slice(5)).toEqual(['end 1']), { timeout: 9000 })
  })

  it('derive projections of the whole catalogue and of some variants with the same task', async () => {
    const merchantId = await ensureMerchant(kernel, {
      id: randomUUID(),
      email: `${randomUUID()}@example.com`,
    })
    const variants = [{ available: 3 }, { available: 4 }]
    const ids = await insertCatalog(kernel, { merchantId, variants })
    const projections = () =>
      kernel.db.withTenant(merchantId, async (tx) =>
        (
          await tx
            .selectFrom('stock_projections')
            .select('variant_id')
            .where('merchant_id', '=', merchantId)
            .execute()
        ).map((row) => row.variant_id),
      )
    await kernel.jobs.send(refreshProjectionsTask, { merchantId, variantIds: [ids[1]!] })
    await vi.waitFor(async () => expect(await projections()).toEqual([ids[1]]), { timeout: 9000 })
    await kernel.jobs.send(refreshProjectionsTask, { merchantId })
    await vi.waitFor(async () => expect((await projections()).sort()).toEqual(ids), { timeout: 9000 })
  })
})
