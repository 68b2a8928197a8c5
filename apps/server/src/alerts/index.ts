export { evaluateAlerts } from './evaluate-alerts.ts'
export { listRecentAlerts } from './list-alerts.ts'
export { reopenSettled, settleAlerts } from './queries.ts'
export { createAlertRoutes } from './routes.ts'
