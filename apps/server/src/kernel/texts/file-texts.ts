const MEGABYTE = 1024 ** 2
const MILLION = 1_000_000

/** Why a file is read no further, and the limit that it exceeds, if it is one. */
export interface FileRefusal {
  code: FileRefusalCode
  /** The line at which reading stopped; null if the whole file is meant. */
  line: number | null
  most: number
}

/** Each text is the end of a sentence about a line, or a whole sentence where there is no line. */
const texts = {
  empty: () => 'The file is empty.',
  fileBytes: (most: string) => `The file is larger than ${most}. Compress it with gzip, or split it.`,
  textBytes: (most: string) =>
    `The unpacked file is larger than ${most}. Split it, and upload the parts one by one.`,
  ratio: (most: string) =>
    `The file unpacks to more than ${most} times its size, which is not normal for a table. Upload it unpacked.`,
  encoding: () =>
    'The letters of this file cannot be read for certain. Open it where it was made, save it as “CSV UTF-8”, and upload that file.',
  damaged: () => 'The compressed file is damaged. Pack it again, or upload it as it is.',
  workbook: () =>
    'This is an Excel workbook that cannot be read. Open it, save it as CSV, and upload that file.',
  old_workbook: () =>
    'This is an Excel workbook of an old format. Open it, save it as CSV, and upload that file.',
  open_document: () =>
    'This is an OpenDocument spreadsheet. Open it, save it as XLSX or CSV, and upload that file.',
  numbers: () => 'This is a Numbers spreadsheet. Open it, export it as Excel or CSV, and upload that file.',
  binary_workbook: () =>
    'This is a binary Excel workbook (XLSB). Open it, save it as XLSX or CSV, and upload that file.',
  archive: () => 'This is a ZIP archive. Unpack it, and upload the CSV file in it.',
  pdf: () => 'This is a PDF. Export the table as CSV, and upload that file.',
  web_page: () => 'This is a web page, not a table. Download the file itself as CSV, and upload that.',
  picture: () => 'This is a picture, not a table. Upload a CSV file.',
  packed_twice: () => 'The file is compressed twice. Unpack it once, and upload it again.',
  time: () => 'The file takes too long to arrive or to be read. Split it, and upload the parts one by one.',
  open_quote: () => 'a quotation mark that opens in this row is never closed',
  rows: (most: string) => `the file has more than ${most} rows up to here; import fewer`,
  sales: (most: string) => `the file has more than ${most} sales up to here; import fewer`,
  products: (most: string) => `the file has more than ${most} different SKUs up to here; import fewer`,
  cells: (most: string) => `the file has more than ${most} cells up to here; import fewer rows or columns`,
  columns: (most: string) => `the row has more than ${most} columns; leave out those that are not needed`,
  rowCharacters: (most: string) =>
    `the row is longer than ${most} characters; perhaps a quotation mark is never closed`,
  cellCharacters: (most: string) =>
    `a cell is longer than ${most} characters; perhaps a quotation mark is never closed`,
} as const satisfies Record<string, (most: string) => string>
export type FileRefusalCode = keyof typeof texts

export function fileRefusalText({ code, most }: FileRefusal): string {
  return texts[code](code.endsWith('Bytes') ? megabytes(most) : numberText(most))
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / MEGABYTE)} MB`
}

function numberText(number: number): string {
  return number % MILLION === 0 ? `${number / MILLION} million` : number.toLocaleString('en-US')
}
