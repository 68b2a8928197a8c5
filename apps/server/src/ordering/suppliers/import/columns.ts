import { neededFields, type SupplierImportKind } from '@stockcast/contract'
import { AppError } from '../../../kernel/errors.ts'
import { columnName, findColumns, rivalsText } from '../../../providers/files/find-columns.ts'
import { type ColumnChoices, getHeadHash } from '../../../store/index.ts'
import { AMOUNTS, columnNames } from './column-names.ts'

export interface Columns {
  headHash: string
  /** The columns of the file in order, with our name for each that is read, and a guess for each that is not. */
  all: { header: string; field: string | null; mayBe?: string }[]
  /** The columns that are read, with their index in the file. */
  read: readonly { field: string; header: string; index: number }[]
  /** The index in `read` of each column, by our name. */
  at: ReadonlyMap<string, number>
  /** Required fields without a column; any one field of a group would be enough. */
  missing: string[][]
  /** Why a required column is missing, as a sentence; null if none is missing. */
  reason: string | null
}

const words: Readonly<Record<string, string>> = {
  supplier: 'Supplier',
  sku: 'SKU',
  barcode: 'Barcode',
  order: 'PO #',
  units: 'Quantity',
}

/** Recognises the columns of a file by the row that names them, whatever their case and order. */
export function readColumns(
  kind: SupplierImportKind,
  heads: readonly string[],
  choices: ColumnChoices,
): Columns {
  const names = heads.map(columnName)
  const headHash = getHeadHash(names)
  const { at, rivals } = findColumns(heads, {
    names: columnNames[kind],
    amounts: AMOUNTS,
    chosen: choices.get(headHash),
  })
  const fieldOf = new Map([...at].map(([field, index]) => [index, field]))
  const mayBe = new Map(rivals.flatMap(({ field, indexes }) => indexes.map((index) => [index, field])))
  const missing = neededFields[kind].filter((group) => !group.some((field) => at.has(field)))
  const [first] = missing
  const rival = rivals.find(({ field }) => first?.some((each) => each === field))
  const wanted = first?.flatMap((field) => (words[field] ? [`“${words[field]}”`] : [])).join(' or ')
  const why = rival
    ? `Its column ${names[rival.indexes.at(-1)!]}: ${rivalsText(names, rival, wanted!)}.`
    : `The first line of the file names no column ${wanted}.`
  const read = [...at].map(([field, index]) => ({ field, header: names[index]!, index }))
  return {
    headHash,
    all: names.map((header, index) => {
      const may = mayBe.get(index)
      return { header, field: fieldOf.get(index) ?? null, ...(may !== undefined && { mayBe: may }) }
    }),
    read,
    at: new Map(read.map(({ field }, place) => [field, place])),
    missing: missing.map((group) => [...group]),
    reason: first ? why : null,
  }
}

/** Refuses a file that lacks a needed column. */
export function assertComplete({ reason }: Pick<Columns, 'reason'>): void {
  if (reason !== null) throw new AppError('invalid_input', reason, { field: 'file' })
}
