export type { StoreReceipt } from './date-incoming.ts'
export { distributionToday, expectedLostSales, receiptsOf } from './derive-projection.ts'
export { namedVariants } from './named-variants.ts'
export type { FollowActions, RefreshedProjection } from './ports.ts'
export { lockProjections } from './queries.ts'
export {
  createProjection,
  type Projection,
  type RefreshProjection,
  refreshProjectionsTask,
} from './refresh-projections.task.ts'
