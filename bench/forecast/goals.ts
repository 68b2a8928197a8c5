type Range = readonly [number, number]

export interface WindowGoals {
  rmsse: number
  spl: number
  cpl30: number
  /** Error of the stockout date, days. */
  stockoutDate: number
}

/** Limits of one data set. */
export interface Goals {
  main: WindowGoals
  /** The data cut by 120 days. */
  cut: WindowGoals
  /** Share of sums of 30 days in their 90 % interval. */
  coverage30: Range
  cpl90: number
  coverage90: Range
  /** With a known truth behind stockouts: share of demand by which forecasts are too low; null if not judged. */
  censoredBias: number | null
}

export const GOALS: Readonly<Record<string, Goals>> = {
  online_retail_ii_daily: {
    main: { rmsse: 0.655, spl: 0.325, cpl30: 1.265, stockoutDate: 6.75 },
    cut: { rmsse: 0.495, spl: 0.229, cpl30: 0.905, stockoutDate: 6.85 },
    coverage30: [0.88, 0.92],
    cpl90: 2.17,
    coverage90: [0.86, 0.92],
    censoredBias: 0.22,
  },
  store_item_daily: {
    main: { rmsse: 0.58, spl: 0.187, cpl30: 0.24, stockoutDate: 0.36 },
    cut: { rmsse: 0.645, spl: 0.208, cpl30: 0.243, stockoutDate: 0.34 },
    coverage30: [0.87, 1],
    cpl90: 0.282,
    coverage90: [0.86, 0.92],
    censoredBias: null,
  },
  pasta_grocery_daily: {
    main: { rmsse: 0.731, spl: 0.27, cpl30: 0.63, stockoutDate: 3.57 },
    cut: { rmsse: 0.605, spl: 0.217, cpl30: 0.52, stockoutDate: 3.5 },
    coverage30: [0.88, 0.92],
    cpl90: 0.62,
    coverage90: [0.86, 0.92],
    censoredBias: 0.1,
  },
}

/** GIFT-Eval, `hierarchical_sales/D/short`. */
export const GIFT_GOALS = { mase: 0.742, wql: 0.57 }
/** Largest difference of predicted and observed stockouts within 14 days, in each fifth. */
export const CALIBRATION_GOAL = 0.03
/** Processor seconds per 1,000 series, start-up excluded. */
export const COMMAND_GOAL = 0.5
export const TWO_THREADS_GOAL = 1.8
