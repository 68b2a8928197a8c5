export { toldEvents } from './events.ts'
export { noteFound } from './note-found.ts'
export { insertEvent } from './queries.ts'
export { createCalendarRoutes } from './routes.ts'
