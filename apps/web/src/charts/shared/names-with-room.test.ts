import { describe, expect, it } from 'vitest'
import { namesWithRoom } from './names-with-room.ts'

describe('namesWithRoom', () => {
  const names = (right: number) => {
    const marks = [
      { at: 20, name: 'Thanksgiving', ratio: 0.02 },
      { at: 26, name: 'Black Friday', ratio: 3 },
      { at: 44, name: 'Cyber Monday', ratio: 2.8 },
      { at: 190, name: 'Christmas Day', ratio: 0.02 },
    ]
    return namesWithRoom(marks, right).map(({ name }) => name)
  }

  it('names the day that changes sales most, where days are too near for all their names', () => {
    expect(names(500)).toEqual(['Black Friday', 'Christmas Day'])
  })

  it('leaves out a name that would reach beyond the chart', () => {
    expect(names(250)).toEqual(['Black Friday'])
    expect(names(60)).toEqual([])
  })
})
