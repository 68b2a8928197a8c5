export { createDemoRoutes } from './routes.ts'
export { seedDemo } from './seed-demo.ts'
export { createDemoTasks, renewDemos } from './tasks.ts'
