export * from './decisions/index.ts'
export { type LearnedShop, learnShop, type ShopKnowledge } from './fitting/learn-shop.ts'
export { forecastSeries } from './forecast-series.ts'
export { forecastShop } from './forecast-shop.ts'
export type { CalibrationBin } from './replay/calibration-table.ts'
export { type Figures, figuresOf } from './replay/figures.ts'
export {
  type LiveAlert,
  type ReplayFile,
  type ReplayFileVariant,
  replayFile,
  replayInput,
} from './replay/replay-file.ts'
export { type PastOrder, REPLAY_DAYS, type ReplayInput, type ReplayVariant } from './replay/replay-input.ts'
export { type Replay, type ReplayStep, replayShop } from './replay/replay-shop.ts'
export {
  ALERT_OUTCOMES,
  type AlertOutcome,
  type JudgedAlert,
  type Score,
  type Stockout,
} from './replay/score.ts'
export { type LiveScore, scoreLive } from './replay/score-live.ts'
export type {
  Accuracy,
  DemandClass,
  Evidence,
  ForecastBasis,
  SeriesForecast,
  SeriesInput,
  ShopInput,
} from './types.ts'
