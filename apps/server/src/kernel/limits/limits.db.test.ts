import { MINUTE_MS } from '@stockcast/contract'
import { describe, expect, it } from 'vitest'
import { withTestApp } from '../../testing/index.ts'
import { newDemoUserEmail } from '../demo-user-email.ts'
import { deleteOldCounts, forget, giveBack, take } from './queries.ts'
import type { Rule } from './rules.ts'
import { merchantKey, takeUse } from './take-use.ts'
import { ratedUses, ruleOfUse } from './use-rules.ts'

const app = withTestApp()

const START = Date.parse('2026-11-20T10:00:00Z')
const minute = (n: number) => new Date(START + n * MINUTE_MS)
const three = (window: Rule['window']): Rule => ({ most: 3, withinMs: 10 * MINUTE_MS, window })
let keys = 0
const newKey = () => `key-${++keys}`

/** Tries a use at each of these minutes. Returns for each one `yes`, or the minutes to wait. */
async function takeAt(minutes: readonly number[], rule: Rule, key = newKey()): Promise<('yes' | number)[]> {
  const answers: ('yes' | number)[] = []
  for (const at of minutes.map(minute)) {
    const taken = await take(app.kernel.db.directory, { key, rule, at })
    answers.push(taken.isTaken ? 'yes' : taken.waitMs / MINUTE_MS)
  }
  return answers
}

describe('a limit', () => {
  it('with the window `each` counts a use until the time has passed since that use', async () => {
    expect(await takeAt([0, 4, 8, 9, 10, 11, 14], three('each'))).toEqual([
      'yes',
      'yes',
      'yes',
      1,
      'yes',
      3,
      'yes',
    ])
  })

  it('with the window `first` starts again when the time has passed since the first use', async () => {
    expect(await takeAt([0, 4, 8, 9, 10, 11, 12, 13], three('first'))).toEqual([
      'yes',
      'yes',
      'yes',
      1,
      'yes',
      'yes',
      'yes',
      7,
    ])
  })

  it('with the window `last` starts again when the time has passed since the last allowed use', async () => {
    expect(await takeAt([0, 9, 18, 19, 27, 28], three('last'))).toEqual(['yes', 'yes', 'yes', 9, 1, 'yes'])
  })

  it.each(['each', 'first', 'last'] as const)(
    'allows no more to concurrent uses from several connections, with the window `%s`',
    async (window) => {
      const key = newKey()
      const uses = Array.from({ length: 12 }, () =>
        take(app.kernel.db.directory, { key, rule: three(window), at: minute(0) }),
      )
      expect((await Promise.all(uses)).filter(({ isTaken }) => isTaken)).toHaveLength(3)
    },
  )

  it('does not count a use whose transaction failed', async () => {
    const [{ merchantId }, key] = [await app.signUp(), newKey()]
    for (let n = 0; n < 5; n++) {
      const failed = app.kernel.db.withTenant(merchantId, async (tx) => {
        await take(tx, { key, rule: three('first'), at: minute(0) })
        throw new Error('failed')
      })
      await expect(failed).rejects.toThrow('failed')
    }
    expect(await takeAt([0, 1, 2, 3], three('first'), key)).toEqual(['yes', 'yes', 'yes', 7])
  })

  it('counts uses of a process whose clock is a little ahead, and none from before a clock was moved back', async () => {
    for (const window of ['each', 'first', 'last'] as const) {
      const key = newKey()
      await takeAt([1, 1, 1], three(window), key)
      expect((await takeAt([0], three(window), key))[0]).not.toBe('yes')
      expect(await takeAt([-5], three(window), key)).toEqual(['yes'])
    }
  })

  it('gets back one use of several at the same moment', async () => {
    const key = newKey()
    await takeAt([0, 0, 0], three('each'), key)
    await giveBack(app.kernel.db.directory, { key, at: minute(0) })
    await giveBack(app.kernel.db.directory, { key, at: minute(5) })
    expect(await takeAt([1, 1], three('each'), key)).toEqual(['yes', 9])
  })

  it('loses its count on request, and once the count is too old to limit anything', async () => {
    const { directory } = app.kernel.db
    const [asked, old] = [newKey(), newKey()]
    for (const key of [asked, old]) await takeAt([0, 0, 0], three('first'), key)
    await forget(directory, asked)
    expect(await takeAt([1], three('first'), asked)).toEqual(['yes'])
    const left = async () => {
      const rows = await directory.selectFrom('limit_counts').select('key').execute()
      return rows.map(({ key }) => key).filter((key) => [asked, old].includes(key))
    }
    await deleteOldCounts(directory, minute(9))
    expect((await left()).sort()).toEqual([asked, old].sort())
    await deleteOldCounts(directory, minute(10))
    expect(await left()).toEqual([asked])
  })
})

it.each(ratedUses)('takeUse refuses %s once the limit is reached, until the time has passed', async (use) => {
  for (const kind of ['merchant', 'demo'] as const) {
    const { merchantId } = await app.signUp(kind === 'demo' ? newDemoUserEmail() : undefined)
    const { most, withinMs } = ruleOfUse(kind, use)
    const takeOne = () =>
      app.kernel.db.withTenant(merchantId, (tx) => takeUse({ ...app.kernel, merchantId, tx }, use))
    await takeOne()
    const key = merchantKey(merchantId, use)
    await app.kernel.db.directory
      .updateTable('limit_counts')
      .set({ uses: most - 1 })
      .where('key', '=', key)
      .execute()
    const together = await Promise.allSettled([takeOne(), takeOne(), takeOne()])
    const refused = together.filter((each) => each.status === 'rejected').map(({ reason }) => reason)
    expect(refused).toHaveLength(2)
    expect(refused[0]).toMatchObject({
      code: 'limit_exceeded',
      message: expect.stringMatching(/Try again in \d+/),
    })
    app.kernel.clock.advance(withinMs)
    await takeOne()
    app.kernel.clock.advance(-withinMs)
  }
})
