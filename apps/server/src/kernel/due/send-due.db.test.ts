import { DAY_MS, HOUR_MS, MINUTE_MS } from '@stockcast/contract'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { withTestApp } from '../../testing/index.ts'
import { AT_ONCE, type DueKind } from './due-kinds.ts'
import { clearDue, type DueWork, lockDue, setDue, setDueAtLatest } from './queries.ts'
import { sendDue } from './send-due.ts'

const app = withTestApp()

beforeEach(async () => {
  await app.kernel.db.directory.deleteFrom('due_times').execute()
})

const signUp = async (count: number) =>
  Promise.all(Array.from({ length: count }, async () => (await app.signUp()).merchantId))
const makeDue = (merchantIds: readonly number[], dueAt: Date, kind: DueKind = 'simulation') =>
  app.kernel.db.inDirectory(async (tx) => {
    for (const merchantId of merchantIds) await setDue(tx, { kind, merchantId, dueAt })
  })
const dueTimes = async (merchantId: number, kind: DueKind = 'simulation') =>
  (
    await app.kernel.db.directory
      .selectFrom('due_times')
      .select('due_at')
      .where('kind', '=', kind)
      .where('merchant_id', '=', merchantId)
      .execute()
  ).map((row) => row.due_at)
const inMs = (ms: number) => new Date(app.kernel.clock.now().getTime() + ms)

/** Takes what is due as one worker does; returns whom it took. */
async function work(
  kind: DueKind = 'simulation',
  send?: (taken: DueWork[]) => Promise<void>,
): Promise<number[]> {
  const sent: number[] = []
  await sendDue(app.kernel, {
    kind,
    leaseMs: HOUR_MS,
    send: async (_tx, taken) => {
      await send?.(taken)
      sent.push(...taken.map(({ merchantId }) => merchantId))
    },
  })
  return sent
}

const sorted = (merchantIds: readonly number[]) => merchantIds.toSorted((a, b) => a - b)

describe('work that is due', () => {
  it('is taken once by several workers at the same time', async () => {
    const merchantIds = await signUp(12)
    await makeDue(merchantIds, AT_ONCE)
    const taken = await Promise.all([work(), work(), work()])
    expect(sorted(taken.flat())).toEqual(sorted(merchantIds))
    expect(await work()).toEqual([])
  })

  it('is left to the worker that holds it, without waiting for that worker', async () => {
    const merchantIds = await signUp(2)
    await makeDue(merchantIds, AT_ONCE)
    const other: number[] = []
    const first = await work('simulation', async () => void other.push(...(await work())))
    expect(other).toEqual([])
    expect(sorted(first)).toEqual(sorted(merchantIds))
  })

  it('is still due when the worker dies before the jobs are stored', async () => {
    const merchantIds = await signUp(2)
    await makeDue(merchantIds, AT_ONCE)
    const killed = work('simulation', async () => {
      throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    expect(sorted(await work())).toEqual(sorted(merchantIds))
  })

  it('is taken again after its lease when its job is lost, and not before', async () => {
    const [merchantId] = await signUp(1)
    await makeDue([merchantId!], AT_ONCE)
    expect(await work()).toEqual([merchantId])
    app.kernel.clock.advance(HOUR_MS - 1)
    expect(await work()).toEqual([])
    app.kernel.clock.advance(1)
    expect(await work()).toEqual([merchantId])
  })

  it('is taken when the clock reaches its time, and only by a schedule of its kind', async () => {
    const [soon, later] = await signUp(2)
    await makeDue([soon!], inMs(2 * DAY_MS))
    await makeDue([later!], inMs(3 * DAY_MS))
    expect(await work()).toEqual([])
    app.kernel.clock.advance(2 * DAY_MS)
    expect(await work('comparison')).toEqual([])
    expect(await work()).toEqual([soon])
    app.kernel.clock.advance(DAY_MS)
    expect(sorted(await work())).toEqual(sorted([soon!, later!]))
  })

  it('is taken at once when it is further ahead than its kind ever waits, as after the clock was moved back', async () => {
    const [moved, usual] = await signUp(2)
    await makeDue([usual!], inMs(15 * MINUTE_MS), 'comparison')
    await makeDue([moved!], inMs(30 * DAY_MS), 'comparison')
    expect(await work('comparison')).toEqual([moved])
  })

  it('is forgotten with the account', async () => {
    const [gone, here] = await signUp(2)
    await makeDue([gone!, here!], AT_ONCE)
    await app.kernel.db.directory.deleteFrom('merchant_directory').where('merchant_id', '=', gone!).execute()
    expect(await work()).toEqual([here])
    expect(await dueTimes(gone!)).toEqual([])
  })

  it('is taken although more than a page before it belongs to accounts that no longer exist', async () => {
    const [here] = await signUp(1)
    await makeDue([here!], inMs(0))
    const gone = sql`insert into due_times (kind, merchant_id, lane, due_at)
      select 'simulation', 1000000 + n, '', ${AT_ONCE}::timestamptz from generate_series(1, 1200) n`
    await app.kernel.db.inDirectory((tx) => gone.execute(tx))
    expect(await work()).toEqual([here])
  })
})

describe('a due time', () => {
  it('that is set at the latest is never moved to a later time', async () => {
    const [merchantId] = await signUp(1)
    const key = { kind: 'simulation', merchantId: merchantId! } as const
    const [near, far] = [inMs(HOUR_MS), inMs(DAY_MS)]
    await app.kernel.db.inDirectory(async (tx) => {
      for (const dueAt of [far, near, far]) await setDueAtLatest(tx, { ...key, dueAt })
    })
    expect(await dueTimes(merchantId!)).toEqual([near])
  })

  it.each(['with', 'without'])(
    'that is set while another transaction clears it remains, %s a former one',
    async (former) => {
      const [merchantId] = await signUp(1)
      const key = { kind: 'simulation', merchantId: merchantId! } as const
      if (former === 'with') await makeDue([merchantId!], inMs(HOUR_MS))
      let setting: Promise<void> | undefined
      await app.kernel.db.withTenant(merchantId!, async (tx) => {
        await lockDue(tx, key)
        setting = app.kernel.db.withTenant(merchantId!, (other) =>
          setDueAtLatest(other, { ...key, dueAt: AT_ONCE }),
        )
        await new Promise((resolve) => setTimeout(resolve, 50))
        await clearDue(tx, key)
      })
      await setting
      expect(await dueTimes(merchantId!)).toEqual([AT_ONCE])
    },
  )

  it('states since when work has been due; taking the work does not change that, and doing it does', async () => {
    const [merchantId] = await signUp(1)
    const key = { kind: 'simulation', merchantId: merchantId! } as const
    const wanted = async () =>
      (
        await app.kernel.db.directory
          .selectFrom('due_times')
          .select('wanted_at')
          .where('kind', '=', 'simulation')
          .execute()
      ).map((row) => row.wanted_at)
    const [since, next] = [inMs(-HOUR_MS), inMs(DAY_MS)]
    await makeDue([merchantId!], since)
    expect(await work()).toEqual([merchantId])
    expect(await dueTimes(merchantId!)).toEqual([inMs(HOUR_MS)])
    expect(await wanted()).toEqual([since])
    await app.kernel.db.inDirectory((tx) => setDueAtLatest(tx, { ...key, dueAt: inMs(0) }))
    expect(await wanted()).toEqual([since])
    await app.kernel.db.inDirectory((tx) => setDue(tx, { ...key, dueAt: next }))
    expect(await wanted()).toEqual([next])
    await app.kernel.db.inDirectory((tx) => setDue(tx, { ...key, dueAt: AT_ONCE }))
    expect((await wanted())[0]!.getTime()).toBeGreaterThan(Date.now() - HOUR_MS)
  })
})
