export {
  BrokenRecord,
  type CsvRecord,
  type Delimiter,
  type Encoding,
  NotUtf8,
  type OpenFile,
  readRecords,
  sniffEncoding,
  type TextLimit,
} from './read-records.ts'
export { type CsvCell, csvRecord } from './write-record.ts'
