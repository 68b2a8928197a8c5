import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { orderingSearch } from '../search-params.ts'
import { shellRoute } from './parent-routes.ts'

const whatToOrderRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/order',
  validateSearch: orderingSearch,
  component: lazyRouteComponent(
    () => import('../../ordering/what-to-order/what-to-order-screen.tsx'),
    'WhatToOrderScreen',
  ),
})

const ordersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/order/orders',
  validateSearch: orderingSearch,
  component: lazyRouteComponent(() => import('../../ordering/orders/orders-screen.tsx'), 'OrdersScreen'),
})

const orderRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/order/orders/$orderId',
  validateSearch: orderingSearch,
  component: lazyRouteComponent(() => import('../../ordering/order/order-screen.tsx'), 'OrderScreen'),
})

const suppliersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/order/suppliers',
  validateSearch: orderingSearch,
  component: lazyRouteComponent(
    () => import('../../ordering/suppliers/suppliers-screen.tsx'),
    'SuppliersScreen',
  ),
})

const supplierRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/order/suppliers/$supplierId',
  validateSearch: orderingSearch,
  component: lazyRouteComponent(
    () => import('../../ordering/supplier/supplier-screen.tsx'),
    'SupplierScreen',
  ),
})

const supplierImportRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/order/import',
  validateSearch: orderingSearch,
  component: lazyRouteComponent(
    () => import('../../ordering/supplier-import/supplier-import-screen.tsx'),
    'SupplierImportScreen',
  ),
})

const transfersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/order/transfers',
  validateSearch: orderingSearch,
  component: lazyRouteComponent(
    () => import('../../ordering/transfers/transfers-screen.tsx'),
    'TransfersScreen',
  ),
})

const excessRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/order/excess',
  validateSearch: orderingSearch,
  component: lazyRouteComponent(() => import('../../ordering/excess/excess-screen.tsx'), 'ExcessScreen'),
})

/** The pages about ordering, suppliers and overstock. */
export const orderRoutes = [
  whatToOrderRoute,
  ordersRoute,
  orderRoute,
  suppliersRoute,
  supplierRoute,
  supplierImportRoute,
  transfersRoute,
  excessRoute,
] as const
