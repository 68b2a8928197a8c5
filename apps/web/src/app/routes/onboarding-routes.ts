import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { keepDemoUserFirst, skipWhenConnected, skipWhenPaidAndConnected } from '../../session/guards.ts'
import { addPaymentSearch, connectSearch, emailLinkSearch, paymentReturnSearch } from '../search-params.ts'
import { signedInRoute } from './parent-routes.ts'

const addPaymentRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/add-payment',
  validateSearch: addPaymentSearch,
  beforeLoad: skipWhenPaidAndConnected,
  component: lazyRouteComponent(
    () => import('../../store/onboarding/add-payment-screen.tsx'),
    'AddPaymentScreen',
  ),
})

const subscribeRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/subscribe',
  beforeLoad: keepDemoUserFirst,
  component: lazyRouteComponent(
    () => import('../../accounts/payment/subscribe-screen.tsx'),
    'SubscribeScreen',
  ),
})

const setupCompleteRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/stripe/setup-complete',
  validateSearch: paymentReturnSearch,
  component: lazyRouteComponent(
    () => import('../../accounts/payment/setup-complete-screen.tsx'),
    'SetupCompleteScreen',
  ),
})

const subscriptionCompleteRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/stripe/subscription-complete',
  validateSearch: paymentReturnSearch,
  component: lazyRouteComponent(
    () => import('../../accounts/payment/subscription-complete-screen.tsx'),
    'SubscriptionCompleteScreen',
  ),
})

const connectRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/connect-shopify',
  validateSearch: connectSearch,
  beforeLoad: skipWhenConnected,
  component: lazyRouteComponent(
    () => import('../../store/onboarding/connect-store-screen.tsx'),
    'ConnectStoreScreen',
  ),
})

const firstSyncRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/connect-shopify/sync',
  component: lazyRouteComponent(
    () => import('../../store/onboarding/first-sync-screen.tsx'),
    'FirstSyncScreen',
  ),
})

const callbackRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/shopify/callback',
  component: lazyRouteComponent(() => import('../../store/onboarding/callback-screen.tsx'), 'CallbackScreen'),
})

const confirmEmailRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/account/email',
  validateSearch: emailLinkSearch,
  component: lazyRouteComponent(
    () => import('../../accounts/account/confirm-email-screen.tsx'),
    'ConfirmEmailScreen',
  ),
})

/** The pages around sign-up, payment and the connection of a store. */
export const onboardingRoutes = [
  addPaymentRoute,
  subscribeRoute,
  setupCompleteRoute,
  subscriptionCompleteRoute,
  connectRoute,
  firstSyncRoute,
  callbackRoute,
  confirmEmailRoute,
] as const
