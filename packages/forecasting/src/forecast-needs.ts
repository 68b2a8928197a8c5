/** Minimum days of history for a forecast: four weeks, so that every weekday occurs four times. */
export const FORECAST_NEEDS_DAYS = 28
