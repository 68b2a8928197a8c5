/** Reads a stream of blocks by exact lengths. */
export class ByteReader {
  readonly #blocks: AsyncIterator<Uint8Array>
  #held: Buffer = Buffer.alloc(0)

  constructor(blocks: AsyncIterable<Uint8Array>) {
    this.#blocks = blocks[Symbol.asyncIterator]()
  }

  /** Returns the next `length` bytes, or fewer at the end. */
  async read(length: number): Promise<Buffer> {
    const parts: Buffer[] = []
    let missing = length
    for (;;) {
      const part = this.#held.subarray(0, missing)
      this.#held = this.#held.subarray(part.length)
      parts.push(part)
      missing -= part.length
      if (missing === 0 || !(await this.#hold())) return Buffer.concat(parts)
    }
  }

  /** Returns the bytes up to the next line feed, without it; at most `longest`. */
  async readLine(longest: number): Promise<string> {
    while (!this.#held.includes(10) && this.#held.length < longest) {
      const next = await this.#blocks.next()
      if (next.done) break
      this.#held = Buffer.concat([this.#held, next.value])
    }
    const end = this.#held.indexOf(10)
    const line = this.#held.subarray(0, end === -1 ? longest : end)
    this.#held = this.#held.subarray(line.length + 1)
    return line.toString('latin1')
  }

  /** Returns whether nothing follows. */
  async isAtEnd(): Promise<boolean> {
    return this.#held.length === 0 && !(await this.#hold())
  }

  async #hold(): Promise<boolean> {
    for (;;) {
      const next = await this.#blocks.next()
      if (next.done) return false
      this.#held = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength)
      if (this.#held.length > 0) return true
    }
  }
}
