export {
  BrokenRecord,
  type CsvRecord,
  type Encoding,
  NotUtf8,
  readRecords,
  sniffEncoding,
} from './read-records.ts'
