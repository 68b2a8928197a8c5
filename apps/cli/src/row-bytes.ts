const COMMA = 44
const POINT = 46
const ZERO = 48
const START_BYTES = 1 << 16
const DECIMALS = 1e6
/** Bytes that are copied one by one. */
const FEW = 32
/** Below it, a number of millionths has at most 15 digits, so that its decimal form is exact. */
const LARGEST_EXACT = 1e15
/** Integers below it have at most ten digits, which are written one by one. */
const LARGEST_COUNT = 2 ** 31

const encoder = new TextEncoder()
const digits = new Uint8Array(16)

/** Writes CSV rows as bytes, which saves making a text of each number, and one of each row. */
export class RowBytes {
  #bytes = new Uint8Array(START_BYTES)
  /** Bytes written. */
  length = 0

  /** Returns the bytes written so far, in the memory that later ones may use too. */
  written(): Uint8Array {
    return this.#bytes.subarray(0, this.length)
  }

  clear(): void {
    this.length = 0
  }

  byte(code: number): void {
    this.#reserve(1)
    this.#bytes[this.length++] = code
  }

  text(text: string): void {
    this.append(encoder.encode(text))
  }

  append(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    // A call of `set` takes longer than a few bytes.
    if (bytes.length > FEW) {
      this.#bytes.set(bytes, this.length)
      this.length += bytes.length
    } else for (let i = 0; i < bytes.length; i++) this.#bytes[this.length++] = bytes[i]!
  }

  /** Writes the bytes from `start` to `end` once more. */
  repeat(start: number, end: number): void {
    this.#reserve(end - start)
    this.#bytes.copyWithin(this.length, start, end)
    this.length += end - start
  }

  /** Writes a number as `String` does. */
  number(value: number): void {
    if (value >= 0 && value < LARGEST_COUNT && Number.isInteger(value)) {
      this.#reserve(digits.length)
      this.#digits(value, 1)
    } else this.text(String(value))
  }

  /** Writes a number rounded to six decimals, which is finer than any forecast, without zeros at its end. */
  rounded(value: number): void {
    const millionths = Math.round(value * DECIMALS)
    if (millionths >= 0 && millionths < LARGEST_EXACT) this.#millionths(millionths)
    else this.text(String(millionths / DECIMALS))
  }

  #millionths(millionths: number): void {
    const whole = Math.floor(millionths / DECIMALS)
    let rest = millionths - whole * DECIMALS
    this.#reserve(2 * digits.length)
    this.#digits(whole, 1)
    if (rest === 0) return
    let count = 6
    while (rest % 10 === 0) {
      rest /= 10
      count--
    }
    this.#bytes[this.length++] = POINT
    this.#digits(rest, count)
  }

  /** Writes a rounded mean, and numbers after commas. */
  numbers(mean: number, values: Float64Array): void {
    this.rounded(mean)
    for (let i = 0; i < values.length; i++) {
      this.byte(COMMA)
      this.number(values[i] as number)
    }
  }

  /** Writes an integer with at least `least` digits. The caller has reserved the space. */
  #digits(value: number, least: number): void {
    let count = 0
    let rest = value
    while (rest > 0 || count < least) {
      const next = Math.floor(rest / 10)
      digits[count++] = ZERO + rest - 10 * next
      rest = next
    }
    while (count > 0) this.#bytes[this.length++] = digits[--count] as number
  }

  #reserve(count: number): void {
    if (this.length + count <= this.#bytes.length) return
    const larger = new Uint8Array(2 * (this.length + count))
    larger.set(this.written())
    this.#bytes = larger
  }
}
