export {
  findOwnVariants,
  findProductsOfItem,
  findVariantsOfItems,
  listProducts,
} from './catalogue-queries.ts'
export { findDifferences } from './find-differences.ts'
export {
  countCatalogue,
  findLocationIds,
  lockStock,
  type ReportedLevel,
  replaceLocations,
  updateStockAsOf,
  upsertReportedLevels,
} from './queries.ts'
export {
  clearSeen,
  deleteEmptyProducts,
  deleteLevels,
  deleteOtherVariants,
  deleteProducts,
  deleteUnseen,
  listOldCatalogue,
} from './removal-queries.ts'
export { carryStock, stockDays, upsertStockOfDay } from './stock-days-queries.ts'
export { type CatalogueTarget, writeCatalogue } from './write-catalogue.ts'
