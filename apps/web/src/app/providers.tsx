import { MantineProvider } from '@mantine/core'
import { useNotifications } from '@mantine/notifications'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider, useRouterState } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { cssVariablesResolver, theme } from '../ui/theme/theme.ts'
import type { AppRouter } from './router.tsx'

// Screens work without these, so a build that the server no longer has must not break the screens.
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
          <OverlaysInUse router={router} />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** Loads overlays, except on the landing page, which needs none unless something fails there. */
function OverlaysInUse({ router }: { router: AppRouter }) {
  const isLanding = useRouterState({ router, select: ({ location }) => location.pathname === '/' })
  const { notifications } = useNotifications()
  return isLanding && notifications.length === 0 ? null : <Overlays />
}
