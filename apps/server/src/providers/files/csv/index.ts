export { type CsvCell, csvRecord, withoutGuards } from './write-record.ts'
