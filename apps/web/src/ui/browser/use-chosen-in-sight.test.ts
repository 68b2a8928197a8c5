import { fireEvent, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useChosenInSight } from './use-chosen-in-sight.ts'

it('a chosen tab beyond the end of its row is scrolled to the middle, again among other tabs and in a resized window', () => {
  const row = Object.assign(document.createElement('nav'), { scrollLeft: 0 })
  const { result, rerender } = renderHook((tabs) => useChosenInSight<HTMLElement>(tabs), { initialProps: 1 })
  result.current.current = row
  fireEvent.resize(window)
  expect(row.scrollLeft).toBe(0)
  row.innerHTML = '<a>First</a><a aria-current="page">Second</a>'
  Object.defineProperty(row, 'clientWidth', { value: 300 })
  Object.defineProperties(row.lastElementChild, { offsetLeft: { value: 400 }, offsetWidth: { value: 100 } })
  fireEvent.resize(window)
  expect(row.scrollLeft).toBe(300)
  row.scrollLeft = 0
  rerender(2)
  expect(row.scrollLeft).toBe(300)
})
