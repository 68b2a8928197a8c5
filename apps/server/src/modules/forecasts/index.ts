export { assumedArrivals, lawToday } from './derive-outlook.ts'
export { forecastShop, refreshOutlooks } from './task-definitions.ts'
export { valueAtRisk } from './value-at-risk.ts'
