export { requestSync } from './request-sync.ts'
export { createSyncRoutes } from './routes.ts'
export { syncShop } from './task-definitions.ts'
export { createSyncTasks } from './tasks.ts'
