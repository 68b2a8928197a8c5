export {
  type Answer,
  type AnswerInputs,
  explainMove,
  type Move,
  type MoveCause,
} from './decisions/explain-move.ts'
export * from './decisions/index.ts'
export { EXPLAINED_DAYS } from './explanation/demand-parts.ts'
export { allTimes } from './fitting/event-times.ts'
export { type LearnedShop, learnShop } from './fitting/learn-shop.ts'
export * from './forecast.ts'
export { forecastEach, forecastShop } from './forecast-shop.ts'
export * from './lead-time/index.ts'
export * from './locations/index.ts'
export { withAddedUnits } from './overrides/change-demand.ts'
export {
  type DayRatios,
  type OverriddenDemand,
  type Override,
  overriddenDemand,
} from './overrides/overridden-demand.ts'
export { shareUnits } from './overrides/share-units.ts'
export * from './planning/index.ts'
export type { CalibrationBin } from './simulation/calibration-table.ts'
export { type Figures, getFigures } from './simulation/figures.ts'
export {
  ALERT_OUTCOMES,
  type AlertOutcome,
  type JudgedAlert,
  type Score,
  type Stockout,
} from './simulation/score.ts'
export { type LiveScore, scoreLive } from './simulation/score-live.ts'
export { type Simulation, type SimulationStep, simulateShop } from './simulation/simulate-shop.ts'
export {
  type LiveAlert,
  type SimulationFile,
  type SimulationFileVariant,
  simulationFile,
  simulationInput,
} from './simulation/simulation-file.ts'
export {
  type PastOrder,
  SIMULATION_DAYS,
  type SimulationInput,
  type SimulationVariant,
} from './simulation/simulation-input.ts'
export type {
  Accuracy,
  BulkDay,
  DemandClass,
  DemandPart,
  DemandParts,
  EventEffect,
  Evidence,
  ForecastBasis,
  Likeness,
  SeriesForecast,
  ShopInput,
  ShopPeriod,
} from './types.ts'
