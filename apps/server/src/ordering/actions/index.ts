export { createActionRoutes } from './action-routes.ts'
export { followActions } from './follow-actions.ts'
export { linkActions } from './link-actions.ts'
export { createPlanRoutes } from './routes.ts'
