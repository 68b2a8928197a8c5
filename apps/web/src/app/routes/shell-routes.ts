import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import {
  alertsSearch,
  deliveriesSearch,
  productSearch,
  productsSearch,
  settingsSearch,
  trendsSearch,
} from '../search-params.ts'
import { shellRoute } from './parent-routes.ts'

const dashboardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/dashboard',
  component: lazyRouteComponent(
    () => import('../../planning/dashboard/dashboard-screen.tsx'),
    'DashboardScreen',
  ),
})

const productsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/products',
  validateSearch: productsSearch,
  component: lazyRouteComponent(
    () => import('../../planning/products/products-screen.tsx'),
    'ProductsScreen',
  ),
})

const productRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/products/$variantId',
  validateSearch: productSearch,
  component: lazyRouteComponent(() => import('../../planning/product/product-screen.tsx'), 'ProductScreen'),
})

const bundlesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/bundles',
  component: lazyRouteComponent(() => import('../../planning/bundles/bundles-screen.tsx'), 'BundlesScreen'),
})

const alertsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/alerts',
  validateSearch: alertsSearch,
  component: lazyRouteComponent(() => import('../../alerts/alerts-screen.tsx'), 'AlertsScreen'),
})

const scorecardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/alerts/scorecard',
  component: lazyRouteComponent(
    () => import('../../planning/scorecard/scorecard-screen.tsx'),
    'ScorecardScreen',
  ),
})

const deliveriesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/alerts/deliveries',
  validateSearch: deliveriesSearch,
  component: lazyRouteComponent(
    () => import('../../alerts/deliveries/deliveries-screen.tsx'),
    'DeliveriesScreen',
  ),
})

const trendsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/trends',
  validateSearch: trendsSearch,
  component: lazyRouteComponent(() => import('../../planning/trends/trends-screen.tsx'), 'TrendsScreen'),
})

const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  validateSearch: settingsSearch,
  component: lazyRouteComponent(() => import('../settings/settings-screen.tsx'), 'SettingsScreen'),
})

const importRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/import',
  component: lazyRouteComponent(() => import('../../store/import/import-screen.tsx'), 'ImportScreen'),
})

const reportsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/reports',
  component: lazyRouteComponent(() => import('../../ordering/reports/reports-screen.tsx'), 'ReportsScreen'),
})

const reportRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/reports/$reportId',
  component: lazyRouteComponent(() => import('../../ordering/reports/report-screen.tsx'), 'ReportScreen'),
})

/** The pages beside the sidebar, except those of ordering. */
export const shellRoutes = [
  dashboardRoute,
  productsRoute,
  productRoute,
  bundlesRoute,
  alertsRoute,
  scorecardRoute,
  deliveriesRoute,
  trendsRoute,
  settingsRoute,
  importRoute,
  reportsRoute,
  reportRoute,
] as const
