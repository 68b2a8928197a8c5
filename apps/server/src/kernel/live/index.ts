export { createEventStreams, type EventStreams } from './event-streams.ts'
export { createLiveRoutes } from './routes.ts'
