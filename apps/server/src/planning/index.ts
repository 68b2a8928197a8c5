export { findToMake, listBundlesOfShop } from './bundles/get-bundle.ts'
export { insertEvent } from './calendar/queries.ts'
export { listAccuracies } from './catalog/accuracy-queries.ts'
export { listExcess } from './catalog/excess/list-excess.ts'
export { arrivalsOnWire, listPlannings, type Planning } from './catalog/planning.ts'
export { createCatalogRoutes } from './catalog/routes.ts'
export { findShopDay, type ShopDay } from './catalog/shop-day.ts'
export { keepTotals, keepTotalsTask, onTotalsChanged } from './catalog/totals/keep-totals.task.ts'
export { createForecasts } from './forecasts/create-forecasts.ts'
export { listMovedUnits } from './incoming/moved-queries.ts'
export { movedReceipts, unitsOf } from './incoming/moved-units.ts'
export { ASKED_DAYS, listNotInStore } from './incoming/not-in-store-queries.ts'
export {
  awaitedSince,
  type IncomingLine,
  listOpenLines,
  type OpenLine,
} from './incoming/open-line-queries.ts'
export {
  countedShare,
  countedUnits,
  mergeReceipts,
  type ScheduledReceipts,
  scheduleLines,
} from './incoming/scheduled-receipts.ts'
export { expectedDay, lateAfter } from './lead-times/arrival-days.ts'
export {
  findOffers,
  findSuppliers,
  type SupplierTerms,
  type VariantOffer,
} from './lead-times/find-suppliers.ts'
export { leadTimeFrom, offerLeadTime, shownLeadTime } from './lead-times/offer-lead-time.ts'
export { listTypedLeadTimes } from './lead-times/queries.ts'
export { deriveLocations } from './locations/derive-locations.ts'
export { listPlacedVariants, type PlacedVariant } from './locations/placed-queries.ts'
export { planningsAt } from './locations/plannings-at.ts'
export { listLocationNames, listLocations, replaceSuggestions } from './locations/queries.ts'
export { type Raisers, whatRaises } from './overrides/what-raises.ts'
export { createProjection, type Projection } from './projection/create-projection.ts'
export type { FollowActions, PlanOrders, RefreshedProjection } from './projection/ports.ts'
export { lockProjections } from './projection/queries.ts'
export { createPlanningRoutes } from './routes.ts'
export { createScorecards } from './scorecard/create-scorecards.ts'
export { effectivePolicy, findPolicies } from './settings/effective-policy.ts'
export { findSettings } from './settings/queries.ts'
export { findTargets } from './settings/save-many-settings.ts'
export { listPastStockouts, USUAL_SALES_DAYS } from './trends/stockout-queries.ts'
export { deriveSums } from './trends/sums/derive-sums.ts'
