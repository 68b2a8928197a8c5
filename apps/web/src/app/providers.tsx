import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { cssVariablesResolver, theme } from '../theme/theme.ts'
import type { AppRouter } from './router.tsx'

// Screens work without them, so a build that is gone from the server must not take the screens with it.
const Overlays = lazy<() => ReactNode>(() =>
  import('./overlays.tsx').then(
    (m) => ({ default: m.Overlays }),
    () => ({ default: () => null }),
  ),
)

export function Providers({
  queryClient,
  router,
  env = 'default',
}: {
  queryClient: QueryClient
  router: AppRouter
  env?: 'default' | 'test'
}) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      env={env}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Suspense>
          <Overlays />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  )
}
