import { FORECAST_HORIZONS } from '@stockcast/contract'

export type Horizon = (typeof FORECAST_HORIZONS)[number]
const FIRST_HORIZON: Horizon = 30

/** Returns the horizon of the address, or 30 days. */
export function toHorizon(days: number | undefined): Horizon {
  return FORECAST_HORIZONS.find((horizon) => horizon === days) ?? FIRST_HORIZON
}
