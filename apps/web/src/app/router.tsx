import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { toQuery } from '../api/http.ts'
import { FailureScreen } from './pages/failure-screen.tsx'
import { NotFoundScreen } from './pages/not-found-screen.tsx'
import { PendingScreen } from './pages/pending-screen.tsx'
import { onboardingRoutes } from './routes/onboarding-routes.ts'
import { orderRoutes } from './routes/order-routes.ts'
import { type RouterContext, rootRoute, shellRoute, signedInRoute } from './routes/parent-routes.ts'
import { publicRoutes } from './routes/public-routes.ts'
import { shellRoutes } from './routes/shell-routes.ts'
import { parseSearch } from './search-params.ts'

const routeTree = rootRoute.addChildren([
  ...publicRoutes,
  signedInRoute.addChildren([...onboardingRoutes, shellRoute.addChildren([...shellRoutes, ...orderRoutes])]),
])

interface RouterArgs extends RouterContext {
  history?: RouterHistory
  scrollRestoration?: boolean
}

export function createAppRouter({ queryClient, history, scrollRestoration = true }: RouterArgs) {
  return createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch: toQuery,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration,
    defaultErrorComponent: FailureScreen,
    defaultNotFoundComponent: NotFoundScreen,
    defaultPendingComponent: PendingScreen,
    defaultPendingMs: 200,
    ...(history === undefined ? {} : { history }),
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
