import { beforeEach, describe, expect, it } from 'vitest'
import {
  joinPasses,
  queueRefresh,
  refreshCatalogueTask,
  refreshProjectionsTask,
} from '../../store/changes/queue-refresh.ts'
import { newForEachTest, withTestApp } from '../../testing/index.ts'
import type { ProjectionPorts, RefreshedProjection } from './ports.ts'
import { refreshCatalogue } from './refresh-catalogue.task.ts'
import { refreshNamed } from './refresh-projections.task.ts'

const app = withTestApp()

beforeEach(() => {
  app.kernel.sentJobs.length = 0
})

type Pass = Parameters<typeof refreshCatalogue>[2]

const policy = { safetyStock: 1, leadTimeDays: 5, serviceLevel: 0.95, reviewPeriodDays: 30 }
const sources: ProjectionPorts['sources'] = {
  findPolicies: async () => () => policy,
  followActions: async () => ({ snoozed: new Set(), scheduledReceipts: new Map() }),
  listStoreReceipts: async () => new Map(),
  planOrders: async () => new Map(),
}

/** A shop of ten variants, whose catalogue is refreshed three at a time. */
async function shopOfTen() {
  const variants = Array.from({ length: 10 }, (_, i) => ({ sales: [1, 2, 3], available: i }))
  const { merchantId, ids } = await app.openShop(variants)
  const seen: RefreshedProjection[] = []
  const ports = {
    sources,
    subscribers: [async (_tx: unknown, refreshed: RefreshedProjection) => void seen.push(refreshed)],
  }
  const step = async (pass: Pass) => {
    app.kernel.sentJobs.length = 0
    await refreshCatalogue(app.kernel, ports, pass, 3)
    const [next] = app.kernel.sentJobs
    return next && (next.data as Pass)
  }
  /** Runs a pass to its end. */
  const finish = async (first: Pass | undefined) => {
    for (let pass = first; pass; ) pass = await step(pass)
  }
  const steps = () =>
    seen.map(({ variantIds, partOfAll }) => [variantIds?.map((id) => ids.indexOf(id)) ?? null, partOfAll])
  return { merchantId, ids, ports, seen, step, finish, steps }
}

const shop = newForEachTest(shopOfTen)

describe('a refresh of the whole catalogue', () => {
  it('is one step for a small catalogue, of all variants at once', async () => {
    app.kernel.sentJobs.length = 0
    await refreshCatalogue(app.kernel, shop.ports, { merchantId: shop.merchantId })
    expect(shop.steps()).toEqual([[null, null]])
    expect(app.kernel.sentJobs).toEqual([])
  })

  it('refreshes some variants in each job, queues the rest, and tells its subscribers when it has reached the end', async () => {
    await shop.finish({ merchantId: shop.merchantId })
    expect(shop.steps()).toEqual([
      [[0, 1, 2], 'first'],
      [[3, 4, 5], 'some'],
      [[6, 7, 8], 'some'],
      [[9], 'last'],
    ])
  })

  it('continues after a kill where it was, and has the same result when a step runs twice', async () => {
    const second = await shop.step({ merchantId: shop.merchantId })
    const third = await shop.step(second!)
    expect(await shop.step(second!)).toEqual(third)
    await shop.finish(third)
    expect(shop.steps().map(([ids]) => ids)).toEqual([[0, 1, 2], [3, 4, 5], [3, 4, 5], [6, 7, 8], [9]])
  })

  it('that is requested during another one goes once around from where the other is, and leaves no variant out', async () => {
    const { merchantId } = shop
    const second = await shop.step({ merchantId })
    const changed = { merchantId, isChangeOfSettings: true }
    await shop.finish(joinPasses(second!, changed))
    expect(shop.steps()).toEqual([
      [[0, 1, 2], 'first'],
      [[3, 4, 5], 'some'],
      [[6, 7, 8], 'some'],
      [[9], 'last'],
      [[0, 1, 2], 'last'],
    ])
    expect(shop.seen.map((each) => each.isChangeOfSettings)).toEqual([false, true, true, true, true])
  })

  it('stays one pass when it is requested sixty times, in whichever order passes are joined', () => {
    const fresh = { merchantId: 1 }
    expect(Array.from({ length: 60 }, () => fresh).reduce(joinPasses)).toEqual(fresh)
    const rest = { merchantId: 1, after: 7 }
    for (const joined of [joinPasses(rest, fresh), joinPasses(fresh, rest)])
      expect(joined).toEqual({ merchantId: 1, after: 7, until: 7, isRepeated: true })
    expect(joinPasses({ merchantId: 1, until: 7 }, fresh)).toEqual({ ...fresh, isRepeated: true })
    expect(joinPasses(rest, rest)).toEqual(rest)
  })

  it('includes a deleted variant that still has an open alert, so that the alert is resolved', async () => {
    const { merchantId, ids } = shop
    const alert = {
      type: 'low_stock',
      severity: 1,
      triggered_at: new Date(),
      meta: JSON.stringify({}),
    } as const
    await app.kernel.db.withTenant(merchantId, async (tx) => {
      await tx
        .insertInto('alerts')
        .values({ merchant_id: merchantId, variant_id: ids[4]!, ...alert })
        .execute()
      await tx
        .deleteFrom('variants')
        .where('merchant_id', '=', merchantId)
        .where('variant_id', '=', ids[4]!)
        .execute()
    })
    await shop.finish({ merchantId })
    expect(shop.seen.flatMap(({ variantIds }) => variantIds)).toContain(ids[4])
  })
})

describe('a refresh that is queued', () => {
  const queued = async (variantIds: number[] | null) => {
    const { merchantId } = await app.signUp()
    app.kernel.sentJobs.length = 0
    await app.kernel.db.withTenant(merchantId, (tx) =>
      queueRefresh(app.kernel, tx, { merchantId, variantIds }),
    )
    return app.kernel.sentJobs.map(({ name, data }) => [
      name,
      (data as { variantIds?: number[] }).variantIds?.length,
    ])
  }
  const range = (length: number) => Array.from({ length }, (_, i) => i + 1)

  it('of some variants has another queue than a refresh of the whole catalogue', async () => {
    expect(await queued([3, 3, 4])).toEqual([[refreshProjectionsTask.name, 2]])
    expect(await queued(range(1200))).toEqual([[refreshProjectionsTask.name, 1200]])
    expect(await queued([])).toEqual([])
  })

  it('is one job for all variants that are requested meanwhile, and refreshes five hundred of them at a time', async () => {
    const { merchantId } = shop
    const request = (ids: number[]) => ({ merchantId, variantIds: ids })
    expect(refreshProjectionsTask.merge!(request([1, 2]), request([2, 3]))).toEqual(request([1, 2, 3]))
    expect(refreshProjectionsTask.merge!(request([1]), { merchantId })).toEqual({ merchantId })
    app.kernel.sentJobs.length = 0
    await refreshNamed(app.kernel, shop.ports, { ...request(range(1200)), isChangeOfSettings: true })
    expect(shop.seen.map((each) => each.variantIds)).toEqual([range(500)])
    const rest = { ...request(range(1200).slice(500)), isChangeOfSettings: true }
    expect(app.kernel.sentJobs).toMatchObject([{ name: refreshProjectionsTask.name, data: rest }])
  })

  it('of all variants, or of very many, is a refresh of the whole catalogue', async () => {
    for (const variantIds of [null, range(5001)])
      expect(await queued(variantIds)).toEqual([[refreshCatalogueTask.name, undefined]])
  })
})
