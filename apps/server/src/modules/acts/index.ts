export { createActRoutes } from './act-routes.ts'
export { followActs, listArrivals } from './follow-acts.ts'
export { linkActs } from './link-acts.ts'
export { createPlanRoutes } from './routes.ts'
