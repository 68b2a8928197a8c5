import { expect, it } from 'vitest'
import { showInRow } from './show-in-row.ts'

it('an item beyond the end of a row is scrolled to its middle', () => {
  const row = Object.assign(document.createElement('nav'), { scrollLeft: 0 })
  const item = document.createElement('a')
  Object.defineProperty(row, 'clientWidth', { value: 300 })
  Object.defineProperties(item, { offsetLeft: { value: 400 }, offsetWidth: { value: 100 } })
  showInRow(row, item)
  expect(row.scrollLeft).toBe(300)
  showInRow(row, null)
  expect(row.scrollLeft).toBe(300)
})
