export { countOpenAlerts, listRecentAlerts } from './list-alerts.ts'
export { endCooldown, reopenSettled, settleAlerts } from './queries.ts'
export { createAlertRoutes } from './routes.ts'
export { updateAlerts } from './update-alerts.ts'
