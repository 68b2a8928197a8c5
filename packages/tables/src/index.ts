export { type AmountReader, amountHead, amountReader, getCurrency } from './amounts.ts'
export {
  type CsvParser,
  type CsvRecord,
  createCsvParser,
  getParser,
  parseTable,
  TextRefused,
} from './csv-parser.ts'
export { type DateReader, dateReader } from './dates.ts'
export type { Delimiter } from './delimiters.ts'
export { isEncodedTwice, type OlderEncoding, olderEncoding } from './encodings.ts'
export { readFlag } from './flags.ts'
export { foreignKind, wideEncoding } from './foreign-files.ts'
export { type DecimalSign, type NumberReader, numberReader } from './numbers.ts'
export { type OrderLineState, readOrderState } from './order-states.ts'
export { type Reading, shown } from './reading.ts'
export { type ColumnReader, loneReader, type Money, type TableReader, tableReader } from './table-reader.ts'
export {
  cellText,
  codeKey,
  codeText,
  headKey,
  isAllPlaces,
  isBlank,
  isHeadAgain,
  isShortened,
  isSpreadsheetError,
  isTotalRow,
  spoiledReason,
} from './text.ts'
