import { expect, it } from 'vitest'
import { whenFewRenew } from './renewals.ts'

it('three renewals run at a time, the others in the order in which they came, also after a failure', async () => {
  const started: number[] = []
  const gates = Array.from({ length: 6 }, () => Promise.withResolvers<void>())
  const works = gates.map((gate, id) =>
    whenFewRenew(async () => {
      started.push(id)
      await gate.promise
    }).catch(() => undefined),
  )
  await Promise.resolve()
  expect(started).toEqual([0, 1, 2])
  gates[1]?.reject(new Error('no answer'))
  await works[1]
  expect(started).toEqual([0, 1, 2, 3])
  for (const gate of gates) gate.resolve()
  await Promise.all(works)
  expect(started).toEqual([0, 1, 2, 3, 4, 5])
})
