import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { skipWhenSignedIn } from '../../session/guards.ts'
import { NotFoundScreen } from '../pages/not-found-screen.tsx'
import { authSearch, emailLinkSearch, resetSearch } from '../search-params.ts'
import { rootRoute } from './parent-routes.ts'

const landingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: skipWhenSignedIn,
  component: lazyRouteComponent(() => import('../../accounts/landing/landing-screen.tsx'), 'LandingScreen'),
})

const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth',
  validateSearch: authSearch,
  beforeLoad: skipWhenSignedIn,
  component: lazyRouteComponent(() => import('../../accounts/auth/auth-screen.tsx'), 'AuthScreen'),
})

const resetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/reset',
  validateSearch: resetSearch,
  component: lazyRouteComponent(() => import('../../accounts/auth/reset-screen.tsx'), 'ResetScreen'),
})

const undoEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/undo-email',
  validateSearch: emailLinkSearch,
  component: lazyRouteComponent(() => import('../../accounts/auth/undo-email-screen.tsx'), 'UndoEmailScreen'),
})

const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation',
  validateSearch: emailLinkSearch,
  component: lazyRouteComponent(
    () => import('../../accounts/team/invitation-screen.tsx'),
    'InvitationScreen',
  ),
})

const infoScreen = lazyRouteComponent(() => import('../../accounts/info/info-screen.tsx'), 'InfoScreen')
const infoRoute = <Path extends string>(path: Path) =>
  createRoute({ getParentRoute: () => rootRoute, path, component: infoScreen })

/** No guard runs for an unknown path, whatever screen it is below. */
const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  component: NotFoundScreen,
})

/** The pages that need no session. */
export const publicRoutes = [
  landingRoute,
  authRoute,
  resetRoute,
  undoEmailRoute,
  invitationRoute,
  infoRoute('/help'),
  infoRoute('/contact'),
  infoRoute('/terms'),
  infoRoute('/privacy'),
  unknownRoute,
] as const
