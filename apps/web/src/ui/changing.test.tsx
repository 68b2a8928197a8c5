import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Changing } from './changing.tsx'

describe('A figure that changes', () => {
  it('is highlighted at each change, but not when it is first shown or stays the same', () => {
    const { rerender } = render(<Changing value="214" />)
    const first = screen.getByText('214')
    expect(first.hasAttribute('data-changed')).toBe(false)
    rerender(<Changing value="214" />)
    expect(screen.getByText('214')).toBe(first)
    rerender(<Changing value="213" />)
    const second = screen.getByText('213')
    expect(second.hasAttribute('data-changed')).toBe(true)
    rerender(<Changing value="212" />)
    expect(screen.getByText('212')).not.toBe(second)
  })

  it('may be displayed differently from the value that is compared', () => {
    render(<Changing value="2026-11-24">Nov 24</Changing>)
    expect(screen.getByText('Nov 24')).toBeTruthy()
  })
})
