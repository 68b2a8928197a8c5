import { createMemoryHistory } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { createQueryClient } from './api/query-client.ts'
import { Providers } from './app/providers.tsx'
import { createAppRouter } from './app/router.tsx'

/** Returns the landing page as HTML, from the components that the browser then hydrates. */
export async function renderLanding(): Promise<string> {
  const queryClient = createQueryClient()
  const history = createMemoryHistory({ initialEntries: ['/'] })
  const router = createAppRouter({ queryClient, history, scrollRestoration: false })
  await router.load()
  const failed = router.state.matches.find((match) => match.status !== 'success')
  if (failed) throw new Error('The landing page could not be loaded', { cause: failed.error })
  const failures: unknown[] = []
  const { prelude } = await prerender(
    <StrictMode>
      <Providers queryClient={queryClient} router={router} />
    </StrictMode>,
    { onError: (error) => void failures.push(error) },
  )
  if (failures.length > 0) throw new AggregateError(failures, 'The landing page could not be rendered')
  return new Response(prelude).text()
}
