/** Days of history before a series gets a forecast of its own: four weeks, so that every weekday was seen four times. */
export const FORECAST_NEEDS_DAYS = 28
