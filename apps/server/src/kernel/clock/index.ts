export { readClockOffset } from './read-clock-offset.ts'
export { createClockRoutes } from './routes.ts'
