import pg from 'pg'
import { expect, it } from 'vitest'
import { gather } from './inbox.ts'

function steps() {
  const calls: { items: readonly number[]; finish: (result: string) => void; fail: (why: Error) => void }[] =
    []
  const send = gather<number, string>(
    { most: 3, getOwner: Math.floor },
    (items) => new Promise((finish, fail) => calls.push({ items, finish, fail })),
  )
  return { calls, send }
}

it('items that arrive during a call go with the next one, up to the limit', async () => {
  const { calls, send } = steps()
  const all = [1, 2, 3, 4, 5].map(send)
  expect(calls.map((call) => call.items)).toEqual([[1]])
  calls[0]?.finish('first')
  await all[0]
  calls[1]?.finish('second')
  await all[3]
  calls[2]?.finish('third')
  expect(calls.map((call) => call.items)).toEqual([[1], [2, 3, 4], [5]])
  expect(await Promise.all(all)).toEqual(['first', 'second', 'second', 'second', 'third'])
})

it('owners take turns, however many items one of them has sent', async () => {
  const { calls, send } = steps()
  const all = [1, 1.1, 1.2, 1.3, 1.4, 2, 2.1, 3].map(send)
  for (let n = 0; n < 4; n++) {
    calls[n]?.finish('stored')
    await new Promise(setImmediate)
  }
  await Promise.all(all)
  expect(calls.map((call) => call.items)).toEqual([[1], [1.1, 2, 3], [1.2, 2.1, 1.3], [1.4]])
})

it('a call that fails does so for its own items only', async () => {
  const { calls, send } = steps()
  const [first, second] = [send(1), send(2)]
  calls[0]?.fail(new Error('away'))
  await expect(first).rejects.toThrow('away')
  calls[1]?.finish('stored')
  expect(await second).toBe('stored')
})

it('a call that fails for a lost node of a cluster is made again for each item alone', async () => {
  const lost = Object.assign(new pg.DatabaseError('connection to the remote node failed', 0, 'error'), {
    code: '08006',
  })
  const calls: number[][] = []
  const send = gather<number, string>({ most: 3, getOwner: () => 'one' }, async (items) => {
    calls.push([...items])
    await Promise.resolve()
    if (items.includes(2)) throw lost
    return 'stored'
  })
  const settled = await Promise.allSettled([0, 1, 2, 3].map(send))
  expect(calls).toEqual([[0], [1, 2, 3], [1], [2], [3]])
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
})
