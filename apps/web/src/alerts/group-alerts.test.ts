import { describe, expect, it } from 'vitest'
import { anAlert } from '../testing/stock-fixtures.ts'
import { groupByProduct, groupNeighbours } from './group-alerts.ts'

const alert = (id: number, variantId: number) => anAlert({ id, variantId })
const list = [alert(9, 1), alert(8, 1), alert(7, 2), alert(6, 1)]
const ids = (groups: ReturnType<typeof groupByProduct>) =>
  groups.map(({ variantId, alerts }) => [variantId, alerts.map(({ id }) => id)])

describe('Alerts under their products:', () => {
  it('R-02 neighbouring alerts of one product stay together, in the order of the list', () => {
    expect(ids(groupNeighbours(list))).toEqual([
      [1, [9, 8]],
      [2, [7]],
      [1, [6]],
    ])
  })

  it('D-05 a short list has each product once', () => {
    expect(ids(groupByProduct(list))).toEqual([
      [1, [9, 8, 6]],
      [2, [7]],
    ])
  })

  it('R-02 an empty list stays empty', () => {
    expect(groupNeighbours([])).toEqual([])
    expect(groupByProduct([])).toEqual([])
  })
})
