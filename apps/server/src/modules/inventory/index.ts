export {
  carryStock,
  clearSeen,
  countCatalogue,
  deleteOtherVariants,
  deleteProducts,
  deleteUnseen,
  findLocationIds,
  findVariantsOfItems,
  lockStock,
  replaceLocations,
  type ToldLevel,
  updateStockAsOf,
  upsertStockOfDay,
  upsertToldLevels,
} from './queries.ts'
export { type CatalogueBatch, type CatalogueTarget, writeCatalogue } from './write-catalogue.ts'
