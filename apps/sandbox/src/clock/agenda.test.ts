import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Agenda } from './agenda.ts'

it('an agenda gives events by time, and in the order they were added at equal times', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 })), (times) => {
      const agenda = new Agenda<number>()
      for (const [index, at] of times.entries()) agenda.add(at, index)
      const taken: number[] = []
      for (let due = agenda.take(9); due; due = agenda.take(9)) taken.push(due.event)
      const sorted = [...times.keys()].sort((a, b) => times[a]! - times[b]! || a - b)
      expect(taken).toEqual(sorted)
    }),
  )
})

it('an agenda holds back what is not due yet', () => {
  const agenda = new Agenda<string>()
  agenda.add(5, 'later')
  expect(agenda.take(4)).toBeNull()
  expect(agenda.take(5)).toMatchObject({ at: 5, event: 'later' })
  expect(agenda.take(99)).toBeNull()
})
