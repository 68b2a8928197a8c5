/** Daily units of many series, in as many bytes a day as each series needs, in memory that threads share. */
export interface PackedUnits {
  pages: SharedArrayBuffer[]
  /** Four numbers for each series: page, first byte in it, days, bytes a day. */
  places: Int32Array<SharedArrayBuffer>
}

const PLACE = 4
const PAGE_BYTES = 1 << 20
const LARGEST_BYTE = 0xff
const LARGEST_TWO_BYTES = 0xffff

/** Packs series after series: whole numbers up to 255 take one byte a day, up to 65,535 two, all others eight. */
export class UnitsPacker {
  readonly #pages: SharedArrayBuffer[] = []
  readonly #places: number[] = []
  #used = PAGE_BYTES

  add(units: Float64Array): void {
    const width = getWidth(units)
    const bytes = units.length * width
    let start = Math.ceil(this.#used / width) * width
    if (start + bytes > (this.#pages.at(-1)?.byteLength ?? 0)) {
      this.#pages.push(new SharedArrayBuffer(Math.max(PAGE_BYTES, bytes)))
      start = 0
    }
    this.#used = start + bytes
    this.#places.push(this.#pages.length - 1, start, units.length, width)
    arrayAt(this.#pages.at(-1)!, start, units.length, width).set(units)
  }

  packed(): PackedUnits {
    const places = new Int32Array(new SharedArrayBuffer(this.#places.length * 4))
    places.set(this.#places)
    return { pages: this.#pages, places }
  }
}

function getWidth(units: Float64Array): number {
  let largest = 0
  for (let t = 0; t < units.length; t++) {
    const value = units[t]!
    if (value > largest) largest = value
    if (value !== (value & LARGEST_TWO_BYTES)) return 8
  }
  return largest > LARGEST_BYTE ? 2 : 1
}

function arrayAt(page: SharedArrayBuffer, start: number, days: number, width: number) {
  if (width === 1) return new Uint8Array(page, start, days)
  return width === 2 ? new Uint16Array(page, start, days) : new Float64Array(page, start, days)
}

/** Returns how many days of a series are packed. */
export function daysPacked({ places }: PackedUnits, row: number): number {
  return places[row * PLACE + 2]!
}

/** Writes the units of a series to the beginning of `out`, and returns that part. */
export function unpackUnits({ pages, places }: PackedUnits, row: number, out: Float64Array): Float64Array {
  const at = row * PLACE
  const days = places[at + 2]!
  const units = out.subarray(0, days)
  units.set(arrayAt(pages[places[at]!]!, places[at + 1]!, days, places[at + 3]!))
  return units
}
