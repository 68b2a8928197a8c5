export {
  clearSeen,
  countCatalogue,
  deleteUnseen,
  findLocationIds,
  replaceLocations,
  updateStockAsOf,
  upsertStockOfDay,
} from './queries.ts'
export { type CatalogueBatch, type CatalogueTarget, writeCatalogue } from './write-catalogue.ts'
