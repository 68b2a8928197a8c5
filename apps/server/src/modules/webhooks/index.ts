export { deleteOldDeliveries, deleteOldFaults, saveComparisonFault } from './queries.ts'
export { writeProduct } from './read-changes.ts'
export { levelsSince } from './read-levels.ts'
export { resumeDepartures } from './resume-departures.ts'
export { resumeInbox } from './resume-inbox.ts'
export { createWebhookRoutes } from './routes.ts'
export { isFaultOfResource } from './set-aside.ts'
export {
  applyWebhooks,
  confirmDeparture,
  ensureSubscriptions,
  readChanges,
  readLevels,
} from './task-definitions.ts'
export { createWebhookTasks } from './tasks.ts'
