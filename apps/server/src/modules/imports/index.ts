export { createImportRoutes, UPLOAD_PATHS } from './routes.ts'
export { applyImport, checkImport } from './task-definitions.ts'
export { createImportTasks } from './tasks.ts'
