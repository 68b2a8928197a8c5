import { AppError } from '../../kernel/errors.ts'
import { type FileRefusal, fileRefusalText } from '../../kernel/texts/file-texts.ts'

const faults = [
  'empty',
  'encoding',
  'damaged',
  'packed_twice',
  'open_quote',
  'workbook',
  'old_workbook',
  'open_document',
  'numbers',
  'binary_workbook',
  'archive',
  'pdf',
  'web_page',
  'picture',
]

/** Thrown when a file is read no further. The refusal crosses threads as plain data. */
export class FileRefused extends AppError {
  readonly file: FileRefusal
  /** What is wrong, as the end of a sentence about its line, or as a whole sentence without one. */
  readonly words: string

  constructor(file: FileRefusal, options: { cause?: unknown } = {}) {
    const words = fileRefusalText(file)
    super(
      faults.includes(file.code) ? 'invalid_input' : 'limit_exceeded',
      file.line === null ? words : `Line ${file.line}: ${words}.`,
      { ...options, field: 'file' },
    )
    this.file = file
    this.words = words
  }
}

/** Refuses a whole file. */
export function fileRefused(code: FileRefusal['code'], most = 0, cause?: unknown): FileRefused {
  return new FileRefused({ code, line: null, most }, { cause })
}
