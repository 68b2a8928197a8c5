import { SUPPLIER_FILE_BYTES, SUPPLIER_FILE_ROWS } from '@stockcast/contract'
import { AppError } from '../../../errors.ts'
import {
  BrokenRecord,
  type CsvRecord,
  type Delimiter,
  type Encoding,
  NotUtf8,
  readRecords,
  sniffEncoding,
} from '../../../integrations/csv/index.ts'
import { unpacking } from '../../../quotas/quotas.ts'
import { refusalTexts } from '../../../texts/refusal-texts.ts'

/** A whole file as text cells. */
export interface Table {
  encoding: Encoding
  separator: Delimiter
  headers: readonly string[]
  /** The rows below the first line, without blank ones. */
  records: readonly CsvRecord[]
}

const TEXT_BYTES = 10 * SUPPLIER_FILE_BYTES

/** Reads a small file as a whole: as UTF-8, otherwise as Windows-1252, which older programs write. */
export async function readTable(content: Uint8Array): Promise<Table> {
  if (content.length === 0) throw new AppError('invalid_input', refusalTexts.emptyFile, { field: 'file' })
  const open = async function* () {
    yield content
  }
  const encoding = await sniffEncoding(open)
  try {
    return await read(open, encoding)
  } catch (error) {
    if (error instanceof NotUtf8) return read(open, 'windows-1252')
    throw error
  }
}

async function read(open: () => AsyncGenerator<Uint8Array>, encoding: Encoding): Promise<Table> {
  const records: CsvRecord[] = []
  let separator: Delimiter = ','
  try {
    for await (const batch of readRecords(open, {
      encoding,
      limit: { bytes: TEXT_BYTES, times: unpacking.mostTimes, freeBytes: TEXT_BYTES },
      onBytes: () => undefined,
      onDelimiter: (delimiter) => {
        separator = delimiter
      },
      signal: new AbortController().signal,
    })) {
      for (const record of batch) if (record.cells.some((cell) => cell.trim() !== '')) records.push(record)
      if (records.length > SUPPLIER_FILE_ROWS + 1) throw tooManyRows()
    }
  } catch (error) {
    if (!(error instanceof BrokenRecord)) throw error
    throw new AppError('invalid_input', `Line ${error.line}: ${error.message}.`, { field: 'file' })
  }
  const [header, ...rows] = records
  if (!header) throw new AppError('invalid_input', refusalTexts.emptyFile, { field: 'file' })
  return { encoding, separator, headers: header.cells, records: rows }
}

function tooManyRows(): AppError {
  const most = SUPPLIER_FILE_ROWS.toLocaleString('en-US')
  return new AppError('limit_exceeded', `The file has more than ${most} rows. Split it.`)
}
