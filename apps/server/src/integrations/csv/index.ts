export {
  BrokenRecord,
  type CsvRecord,
  type Encoding,
  NotUtf8,
  readRecords,
  sniffEncoding,
  type TextLimit,
} from './read-records.ts'
