export { assertConnected, openShop } from './open-shop.ts'
export { createShopRoutes } from './routes.ts'
