/**
 * An item that contradicts an earlier one, `before`, which is at the place `at`: a line of a file or an index
 * of a call. `indistinct`: the names of two variants differ, but not enough.
 */
export interface Contradiction {
  code: 'repeated' | 'renamed' | 'without_location' | 'indistinct'
  column: string
  name: string
  before: string
  at: number
}

type Text = (fault: Contradiction, place: string) => string

const contradictions: Record<Contradiction['code'], Text> = {
  repeated: ({ name }, place) => `“${name}” is already ${place}`,
  renamed: ({ name }, place) => `“${name}” has another name ${place}`,
  without_location: ({ name }, place) => `“${name}” is also ${place}; give each row its own location`,
  indistinct: ({ name, before }) =>
    `“${name}” cannot be distinguished from “${before}”; rename one of the two`,
}

/** A row is named by its line in a file, and by its field in a call. */
const places = {
  file: (line: number) => `on line ${line}`,
  call: (index: number) => `in items.${index}`,
} as const

export function contradictionText(fault: Contradiction, source: keyof typeof places): string {
  return contradictions[fault.code](fault, places[source](fault.at))
}

/** Says why none of the rows with one SKU is imported. */
export function sameSkuText(sku: string, otherLines: readonly number[]): string {
  const lines = `${otherLines.length === 1 ? 'line' : 'lines'} ${otherLines.join(', ')}`
  return `“${sku}” is also on ${lines}, with other values; give each its own SKU or location, or keep one of them`
}
