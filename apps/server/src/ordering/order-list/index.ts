export { planOrders } from './plans/plan-orders.ts'
export { createOrderListRoutes, orderListBodyLimits } from './routes.ts'
