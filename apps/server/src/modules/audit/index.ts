export { auditRequests } from './audit-requests.ts'
export { deviceWords } from './device-words.ts'
export { type Origin, recordAudit } from './record-audit.ts'
export { createAuditRoutes } from './routes.ts'
