export { demandShares, type LocationSales, SHARE_DAYS, shareOfDemand, splitUnits } from './demand-shares.ts'
export {
  type StockPlace,
  suggestTransfers,
  type TransferLane,
  type TransferPolicy,
  type TransferSuggestion,
} from './suggest-transfers.ts'
