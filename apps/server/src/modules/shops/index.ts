export { type OpenShop, openShop } from './open-shop.ts'
export { shopsRoutes } from './routes.ts'
