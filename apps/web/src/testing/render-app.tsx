import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'
import { Providers } from '../app/providers.tsx'
import { createAppRouter } from '../app/router.tsx'

export { signInForTest } from './sign-in.ts'

/** Renders the whole app at a path, as a browser would open it. */
export function renderApp(path: string) {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createAppRouter({ queryClient, history })
  render(<Providers queryClient={queryClient} router={router} env="test" />)
  const user = userEvent.setup({
    advanceTimers: (ms) => void (vi.isFakeTimers() && vi.advanceTimersByTime(ms)),
  })
  return { user, router, queryClient, path: () => router.state.location.pathname }
}
