import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
} from '@tanstack/react-router'
import {
  keepDemoUserFirst,
  requireSession,
  skipWhenConnected,
  skipWhenPaidAndConnected,
  skipWhenSignedIn,
} from '../session/guards.ts'
import { FailureScreen } from './pages/failure-screen.tsx'
import { NotFoundScreen } from './pages/not-found-screen.tsx'
import { PendingScreen } from './pages/pending-screen.tsx'
import { RootLayout } from './root-layout.tsx'
import {
  addPaymentSearch,
  alertsSearch,
  authSearch,
  connectSearch,
  deliveriesSearch,
  emailLinkSearch,
  orderingSearch,
  parseSearch,
  paymentReturnSearch,
  productSearch,
  productsSearch,
  resetSearch,
  settingsSearch,
  stringifySearch,
  trendsSearch,
} from './search-params.ts'
import { SignedInLayout } from './signed-in-layout.tsx'

export interface RouterContext {
  queryClient: QueryClient
}

const rootRoute = createRootRouteWithContext<RouterContext>()({ component: RootLayout })

const landingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: skipWhenSignedIn,
  component: lazyRouteComponent(() => import('../screens/landing/landing-screen.tsx'), 'LandingScreen'),
})

const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth',
  validateSearch: authSearch,
  beforeLoad: skipWhenSignedIn,
  component: lazyRouteComponent(() => import('../screens/auth/auth-screen.tsx'), 'AuthScreen'),
})

const resetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/reset',
  validateSearch: resetSearch,
  component: lazyRouteComponent(() => import('../screens/auth/reset-screen.tsx'), 'ResetScreen'),
})

const undoEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/undo-email',
  validateSearch: emailLinkSearch,
  component: lazyRouteComponent(() => import('../screens/auth/undo-email-screen.tsx'), 'UndoEmailScreen'),
})

const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: requireSession,
  component: SignedInLayout,
})

const addPaymentRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/add-payment',
  validateSearch: addPaymentSearch,
  beforeLoad: skipWhenPaidAndConnected,
  component: lazyRouteComponent(
    () => import('../screens/onboarding/add-payment-screen.tsx'),
    'AddPaymentScreen',
  ),
})

const subscribeRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/subscribe',
  beforeLoad: keepDemoUserFirst,
  component: lazyRouteComponent(() => import('../screens/payment/subscribe-screen.tsx'), 'SubscribeScreen'),
})

const setupCompleteRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/stripe/setup-complete',
  validateSearch: paymentReturnSearch,
  component: lazyRouteComponent(
    () => import('../screens/payment/setup-complete-screen.tsx'),
    'SetupCompleteScreen',
  ),
})

const subscriptionCompleteRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/stripe/subscription-complete',
  validateSearch: paymentReturnSearch,
  component: lazyRouteComponent(
    () => import('../screens/payment/subscription-complete-screen.tsx'),
    'SubscriptionCompleteScreen',
  ),
})

const connectRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/connect-shopify',
  validateSearch: connectSearch,
  beforeLoad: skipWhenConnected,
  component: lazyRouteComponent(
    () => import('../screens/onboarding/connect-store-screen.tsx'),
    'ConnectStoreScreen',
  ),
})

const confirmEmailRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/account/email',
  validateSearch: emailLinkSearch,
  component: lazyRouteComponent(
    () => import('../screens/settings/account/confirm-email-screen.tsx'),
    'ConfirmEmailScreen',
  ),
})

const firstSyncRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/connect-shopify/sync',
  component: lazyRouteComponent(
    () => import('../screens/onboarding/first-sync-screen.tsx'),
    'FirstSyncScreen',
  ),
})

const callbackRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/shopify/callback',
  component: lazyRouteComponent(() => import('../screens/onboarding/callback-screen.tsx'), 'CallbackScreen'),
})

const shellRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: 'shell',
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
})

const dashboardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/dashboard',
  component: lazyRouteComponent(() => import('../screens/dashboard/dashboard-screen.tsx'), 'DashboardScreen'),
})

const productsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/products',
  validateSearch: productsSearch,
  component: lazyRouteComponent(() => import('../screens/products/products-screen.tsx'), 'ProductsScreen'),
})

const productRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/products/$variantId',
  validateSearch: productSearch,
  component: lazyRouteComponent(() => import('../screens/product/product-screen.tsx'), 'ProductScreen'),
})

const alertsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/alerts',
  validateSearch: alertsSearch,
  component: lazyRouteComponent(() => import('../screens/alerts/alerts-screen.tsx'), 'AlertsScreen'),
})

const scorecardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/alerts/scorecard',
  component: lazyRouteComponent(() => import('../screens/scorecard/scorecard-screen.tsx'), 'ScorecardScreen'),
})

const deliveriesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/alerts/deliveries',
  validateSearch: deliveriesSearch,
  component: lazyRouteComponent(
    () => import('../screens/deliveries/deliveries-screen.tsx'),
    'DeliveriesScreen',
  ),
})

const trendsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/trends',
  validateSearch: trendsSearch,
  component: lazyRouteComponent(() => import('../screens/trends/trends-screen.tsx'), 'TrendsScreen'),
})

const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  validateSearch: settingsSearch,
  component: lazyRouteComponent(() => import('../screens/settings/settings-screen.tsx'), 'SettingsScreen'),
})

const importRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/import',
  component: lazyRouteComponent(() => import('../screens/import/import-screen.tsx'), 'ImportScreen'),
})

const whatToOrderRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/order',
  validateSearch: orderingSearch,
  component: lazyRouteComponent(
    () => import('../screens/what-to-order/what-to-order-screen.tsx'),
    'WhatToOrderScreen',
  ),
})

const ordersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/order/orders',
  validateSearch: orderingSearch,
  component: lazyRouteComponent(() => import('../screens/orders/orders-screen.tsx'), 'OrdersScreen'),
})

const orderRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/order/orders/$orderId',
  validateSearch: orderingSearch,
  component: lazyRouteComponent(() => import('../screens/order/order-screen.tsx'), 'OrderScreen'),
})

const suppliersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/order/suppliers',
  validateSearch: orderingSearch,
  component: lazyRouteComponent(() => import('../screens/suppliers/suppliers-screen.tsx'), 'SuppliersScreen'),
})

const supplierRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/order/suppliers/$supplierId',
  validateSearch: orderingSearch,
  component: lazyRouteComponent(() => import('../screens/supplier/supplier-screen.tsx'), 'SupplierScreen'),
})

const supplierImportRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/order/import',
  component: lazyRouteComponent(
    () => import('../screens/supplier-import/supplier-import-screen.tsx'),
    'SupplierImportScreen',
  ),
})

const excessRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/order/excess',
  validateSearch: orderingSearch,
  component: lazyRouteComponent(() => import('../screens/excess/excess-screen.tsx'), 'ExcessScreen'),
})

/** No guard runs for an unknown path, whatever screen it is below. */
const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  component: NotFoundScreen,
})

const routeTree = rootRoute.addChildren([
  landingRoute,
  authRoute,
  resetRoute,
  undoEmailRoute,
  signedInRoute.addChildren([
    addPaymentRoute,
    subscribeRoute,
    setupCompleteRoute,
    subscriptionCompleteRoute,
    connectRoute,
    firstSyncRoute,
    callbackRoute,
    confirmEmailRoute,
    shellRoute.addChildren([
      dashboardRoute,
      productsRoute,
      productRoute,
      alertsRoute,
      scorecardRoute,
      deliveriesRoute,
      trendsRoute,
      settingsRoute,
      importRoute,
      whatToOrderRoute,
      ordersRoute,
      orderRoute,
      suppliersRoute,
      supplierRoute,
      supplierImportRoute,
      excessRoute,
    ]),
  ]),
  unknownRoute,
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
    stringifySearch,
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
