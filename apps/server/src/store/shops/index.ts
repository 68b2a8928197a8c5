export { prepareRedaction, redactShop } from './empty-shop.ts'
export { disconnectShop, leaveShop } from './leave-shop.ts'
export {
  assertConnected,
  hasLostAccess,
  isConnected,
  isStillShop,
  mayRead,
  type OpenShop,
  openShop,
} from './open-shop.ts'
export { deleteShopData, findConnection } from './queries.ts'
export { checkScopes } from './reconnect.ts'
export { createShopRoutes } from './routes.ts'
export { openTokens } from './tokens.ts'
