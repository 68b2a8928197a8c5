export { chanceOfArrival, FORGOTTEN_AFTER, lastCountedAge, usualLeadTime } from './chance-of-arrival.ts'
export { meanOver } from './demand-during.ts'
export {
  type EffectiveLeadTime,
  effectiveLeadTime,
  type KnownLeadTimes,
  LEAD_TIME_SOURCES,
  type LeadTimeSource,
} from './effective-lead-time.ts'
export {
  equallyLikelyDays,
  LEAD_TIME_COUNT,
  LONGEST_LEAD_TIME_DAYS,
  lateAfterDays,
  leadTimeWithWorstCase,
  remainingDays,
  wholeDays,
} from './equally-likely-days.ts'
export {
  LEARNED_FROM_ORDERS,
  type LeadTimeDistribution,
  type LeadTimeRecord,
  learnLeadTime,
  quantileOfLeadTime,
} from './learn-lead-time.ts'
export { type AcceptedUnits, observedLeadTime } from './received-half.ts'
