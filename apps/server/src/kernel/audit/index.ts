export { deviceWords } from './list-activity.ts'
export { forgetAudit } from './queries.ts'
export { auditRequests, callOrigin, type Origin, recordAudit, recordTeamwork } from './record-audit.ts'
export { createAuditRoutes } from './routes.ts'
