import { fireEvent } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { keepTyping } from './use-palette.ts'

/** Returns whether the key reached the page. */
const press = (key: string, modifiers = {}) => fireEvent.keyDown(document.body, { key, ...modifiers })

describe('What is typed ahead', () => {
  it('is kept without what was deleted, and reaches neither a field nor a key of the page', () => {
    const take = keepTyping()
    expect([...'accx', 'Backspace', 'Enter'].map((key) => press(key))).toEqual(Array(6).fill(false))
    expect(take()).toBe('acc')
  })

  it('leaves shortcuts, Escape and the arrows to the page', () => {
    const take = keepTyping()
    expect([press('k', { ctrlKey: true }), press('Escape'), press('ArrowDown')]).toEqual([true, true, true])
    expect(take()).toBe('')
  })

  it('is taken once, and then every key reaches the page', () => {
    const take = keepTyping()
    press('a')
    expect([take(), take(), press('b'), take()]).toEqual(['a', '', true, ''])
  })
})
