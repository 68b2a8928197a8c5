import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Providers } from '../app/providers.tsx'
import { createAppRouter } from '../app/router.tsx'
import { TOKEN_STORAGE_KEY } from '../session/access-token.ts'

const HOUR_MS = 3_600_000

export function signInForTest(): void {
  localStorage.setItem(TOKEN_STORAGE_KEY, JSON.stringify({ token: 'token', expiresAt: Date.now() + HOUR_MS }))
}

/** The whole app at a path, as a browser would open it. */
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
  return { user: userEvent.setup(), router, queryClient, path: () => router.state.location.pathname }
}
