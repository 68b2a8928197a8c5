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
export { type CsvCell, csvRecord, withoutGuards } from './write-record.ts'
