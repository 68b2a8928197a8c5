export { renewDemos, renewDemosTask } from './renew-demos.task.ts'
export { createDemoRoutes } from './routes.ts'
export { seedDemo } from './seed-demo.ts'
