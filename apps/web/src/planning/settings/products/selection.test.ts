import { describe, expect, it } from 'vitest'
import { countSelected, everything, getTarget, isSelected, nothing, toggled } from './selection.ts'

const filter = { search: 'cup', only: 'all' as const }

describe('A selection', () => {
  it('is made and undone product by product', () => {
    const two = toggled(toggled(nothing, 1), 2)
    expect([isSelected(two, 1), isSelected(two, 3), countSelected(two, 100)]).toEqual([true, false, 2])
    expect(getTarget(toggled(two, 1), filter)).toEqual({ kind: 'chosen', variantIds: [2] })
  })

  it('of all matching products leaves out the products that were deselected', () => {
    const most = toggled(everything, 5)
    expect([isSelected(most, 5), isSelected(most, 6), countSelected(most, 100)]).toEqual([false, true, 99])
    expect(getTarget(most, filter)).toEqual({ kind: 'matching', ...filter, except: [5] })
    expect(countSelected(toggled(most, 5), 100)).toBe(100)
  })
})
