import { createMemoryHistory } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'
import { TOKEN_STORAGE_KEY } from '../api/access-token.ts'
import { createQueryClient } from '../api/query-client.ts'
import { Providers } from '../app/providers.tsx'
import { createAppRouter } from '../app/router.tsx'
import { fakeServer } from './fake-server.ts'

/** Renders the whole app at a path, as a browser would open it; without transitions, unless `env` is `default`. */
export function renderApp(path: string, env: 'default' | 'test' = 'test') {
  const queryClient = createQueryClient()
  const { queries, ...others } = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ ...others, queries: { ...queries, retry: false, staleTime: 0 } })
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createAppRouter({ queryClient, history })
  render(<Providers queryClient={queryClient} router={router} env={env} />)
  const user = userEvent.setup({
    advanceTimers: (ms) => void (vi.isFakeTimers() && vi.advanceTimersByTime(ms)),
  })
  const fill = async (field: HTMLElement, text: string) => {
    await user.clear(field)
    await user.type(field, text)
  }
  const choose = async (opener: HTMLElement, name: string | RegExp) => {
    await user.click(opener)
    const role = opener.getAttribute('role') === 'combobox' ? 'option' : 'menuitem'
    await user.click(await screen.findByRole(role, { name }))
  }
  return { user: { ...user, fill, choose }, router, queryClient, path: () => router.state.location.pathname }
}

type Replies = Parameters<typeof fakeServer>[0]

/** Opens the app at a path; the server has these answers. */
export const visitApp = (path: string, replies: Replies = {}, env?: 'default') => ({
  server: fakeServer(replies),
  ...renderApp(path, env),
})

/** Opens the app at a path for somebody who is signed in. */
export function openApp(path: string, replies: Replies = {}, env?: 'default') {
  signInForTest()
  return visitApp(path, replies, env)
}

const HOUR_MS = 3_600_000

export function signInForTest(): void {
  localStorage.setItem(TOKEN_STORAGE_KEY, JSON.stringify({ token: 'token', expiresAt: Date.now() + HOUR_MS }))
}
