import type { ImportRecipes } from '@stockcast/contract'
import { codeText, headKey, isBlank, isTotalRow, numberReader, shown } from '@stockcast/tables'
import { readRecords } from '../../store/files/read-records.ts'

const bundleHeads = [
  'bundle',
  'bundle sku',
  'parent sku',
  'parent',
  'kit',
  'kit sku',
  'assembly',
  'assembly sku',
]
const partHeads = ['part', 'part sku', 'component sku', 'component', 'item sku', 'child sku', 'child', 'sku']
const quantityHeads = ['quantity', 'qty', 'units', 'quantity per bundle', 'component quantity', 'amount']
const makeHeads = ['make days', 'days to make', 'assembly days']

const MAX_TITLE_LINES = 10
const MAX_MAKE_DAYS = 365

const advice = {
  tooLarge: 'split it into several files',
  pdf: 'save the list as CSV, and choose that file',
  picture: 'save the list as CSV, and choose that file',
}

export interface RecipeFile {
  rows: ImportRecipes['rows']
  /** Rows that cannot be sent, each with the reason as a sentence. */
  faults: { line: number; reason: string }[]
}

/** Reads a file with a row for each part of a bundle. Of one that cannot be read, says why. */
export async function readRecipeFile(file: Blob): Promise<RecipeFile | { refused: string }> {
  const read = await readRecords(file, advice)
  if ('refused' in read) return read
  const { records } = read
  const top = records.slice(0, MAX_TITLE_LINES + 1).map(({ cells }) => getColumns(cells))
  const start = top.findIndex((columns) => columns !== null)
  const columns = top[start]
  if (!columns)
    return {
      refused: 'The file needs the columns Bundle SKU, Part SKU and Quantity. Name them in its first line.',
    }
  const rows: RecipeFile['rows'] = []
  const faults: RecipeFile['faults'] = []
  const body = records
    .slice(start + 1)
    .filter(({ cells }) => !isTotalRow(cells, [columns.part]) && !cells.every(isBlank))
  const [quantities, days] = [numberReader(), numberReader()]
  for (const { cells } of body) {
    quantities.note(cells[columns.quantity] ?? '')
    if (columns.makeDays !== null) days.note(cells[columns.makeDays] ?? '')
  }
  // A list may name a bundle once, above its parts.
  let bundle = ''
  for (const { line, cells } of body) {
    bundle = codeText(cells[columns.bundle] ?? '') || bundle
    const given = cells[columns.quantity] ?? ''
    const quantity = isBlank(given) ? { reason: 'is empty' } : quantities.whole(given)
    const typed = columns.makeDays === null ? '' : (cells[columns.makeDays] ?? '')
    const make = isBlank(typed) ? null : days.whole(typed)
    const fault =
      'reason' in quantity
        ? `The quantity ${isBlank(given) ? 'is empty' : quantity.reason}: enter a whole number from 1.`
        : make !== null && ('reason' in make || make.value < 0 || make.value > MAX_MAKE_DAYS)
          ? `${shown(typed)} is no number of days from 0 to ${MAX_MAKE_DAYS}.`
          : null
    if (fault !== null) {
      faults.push({ line, reason: fault })
      // The server leaves the whole bundle unchanged, because this row is not part of a recipe.
      rows.push({ line, bundle, part: codeText(cells[columns.part] ?? ''), quantity: 0 })
    } else
      rows.push({
        line,
        bundle,
        part: codeText(cells[columns.part] ?? ''),
        quantity: 'value' in quantity ? quantity.value : 0,
        makeDays: make !== null && 'value' in make ? make.value : null,
      })
  }
  if (rows.length === 0) return { refused: 'The file has no row below its column names.' }
  return { rows, faults }
}

interface Columns {
  bundle: number
  part: number
  quantity: number
  makeDays: number | null
}

function getColumns(cells: readonly string[]): Columns | null {
  const heads = cells.map(headKey)
  const find = (names: readonly string[]) => heads.findIndex((head) => names.includes(head))
  const [bundle, part, quantity, makeDays] = [bundleHeads, partHeads, quantityHeads, makeHeads].map(find) as [
    number,
    number,
    number,
    number,
  ]
  if (bundle < 0 || part < 0 || quantity < 0) return null
  return { bundle, part, quantity, makeDays: makeDays < 0 ? null : makeDays }
}
