export { assumedArrivals, lawToday } from './derive-outlook.ts'
export { forecastShop, refreshOutlooks } from './task-definitions.ts'
