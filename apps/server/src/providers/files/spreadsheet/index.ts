export { DAY_FORMAT, type SheetCell, type SheetColumn, writeWorkbook } from './write-workbook.ts'
