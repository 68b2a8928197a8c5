import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { Pager } from './paged-list.tsx'

function show(page: number, total: number) {
  const onPage = vi.fn()
  render(
    <MantineProvider env="test">
      <Pager page={page} pageSize={100} total={total} onPage={onPage} label="Pages of products" />
    </MantineProvider>,
  )
  return onPage
}
const button = (name: string) => screen.getByRole('button', { name })

it.each([
  { page: 1, total: 18, words: '1 to 18 of 18', previous: true, next: true },
  { page: 1, total: 486, words: '1 to 100 of 486', previous: true, next: false },
  { page: 5, total: 486, words: '401 to 486 of 486', previous: false, next: true },
])('says "$words" and disables the buttons past either end', ({ page, total, words, previous, next }) => {
  show(page, total)
  expect(screen.getByText(words)).toBeTruthy()
  expect(button('Previous')).toHaveProperty('disabled', previous)
  expect(button('Next')).toHaveProperty('disabled', next)
})

it('leads back from a page past the end to the last one', async () => {
  const onPage = show(12, 486)
  expect(screen.getByText('Nothing of 486')).toBeTruthy()
  await userEvent.click(button('Previous'))
  expect(onPage).toHaveBeenCalledWith(5)
})
