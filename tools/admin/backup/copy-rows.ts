import type { Duplex } from 'node:stream'
import type { Client, Connection } from 'pg'

/** The connection with its calls for COPY, which its types leave out. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

const BLOCK_BYTES = 2 ** 20
const PART_BYTES = 2 ** 16
const MOST_BLOCKS = 4

/** Runs `copy (…) to stdout` and returns its bytes in blocks. The server waits while nobody reads. */
export async function* copyOut(client: Client, statement: string): AsyncGenerator<Buffer> {
  const copy = new CopyOut(statement)
  client.query(copy)
  yield* copy.blocks()
}

/** Runs `copy … from stdin` with these bytes and returns the number of rows. */
export function copyIn(client: Client, statement: string, bytes: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => {
    const copy = new CopyIn(statement, bytes, resolve, reject)
    client.query(copy)
  })
}

class CopyOut {
  readonly #statement: string
  readonly #ready: Buffer[] = []
  #filling = Buffer.allocUnsafe(BLOCK_BYTES)
  #filled = 0
  #isOver = false
  #failure: Error | undefined
  #stream: Duplex | undefined
  #wake: () => void = () => undefined

  constructor(statement: string) {
    this.#statement = statement
  }

  async *blocks(): AsyncGenerator<Buffer> {
    try {
      for (;;) {
        if (this.#failure) throw this.#failure
        const block = this.#ready.shift()
        if (block) yield block
        else if (this.#isOver) return
        else await this.#next()
      }
    } finally {
      this.#stream?.resume()
    }
  }

  submit(connection: Connection): void {
    this.#stream = connection.stream
    connection.query(this.#statement)
  }

  // The driver uses the memory of a chunk again, so its bytes are copied.
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.#filled + chunk.length > this.#filling.length) this.#finishBlock(chunk.length)
    this.#filled += chunk.copy(this.#filling, this.#filled)
  }

  handleCommandComplete(): void {
    this.#finishBlock(0)
  }

  handleReadyForQuery(): void {
    this.#isOver = true
    this.#wake()
  }

  handleError(error: Error): void {
    this.#failure = error
    this.#wake()
  }

  #finishBlock(nextBytes: number): void {
    if (this.#filled > 0) this.#ready.push(this.#filling.subarray(0, this.#filled))
    this.#filling = Buffer.allocUnsafe(Math.max(BLOCK_BYTES, nextBytes))
    this.#filled = 0
    if (this.#ready.length >= MOST_BLOCKS) this.#stream?.pause()
    this.#wake()
  }

  #next(): Promise<void> {
    this.#stream?.resume()
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }
}

class CopyIn {
  readonly #statement: string
  readonly #bytes: AsyncIterable<Buffer>
  readonly #resolve: (rows: number) => void
  readonly #reject: (error: Error) => void
  #rows = 0
  #failure: Error | undefined

  constructor(
    statement: string,
    bytes: AsyncIterable<Buffer>,
    resolve: (rows: number) => void,
    reject: (error: Error) => void,
  ) {
    this.#statement = statement
    this.#bytes = bytes
    this.#resolve = resolve
    this.#reject = reject
  }

  submit(connection: Connection): void {
    connection.query(this.#statement)
  }

  handleCopyInResponse(connection: CopyConnection): void {
    void this.#send(connection)
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rows = Number(text.split(' ').at(-1))
  }

  handleReadyForQuery(): void {
    if (this.#failure === undefined) this.#resolve(this.#rows)
    else this.#reject(this.#failure)
  }

  handleError(error: Error): void {
    this.#failure ??= error
    this.#reject(this.#failure)
  }

  async #send(connection: CopyConnection): Promise<void> {
    const { stream } = connection
    try {
      for await (const block of this.#bytes) {
        for (let at = 0; at < block.length; at += PART_BYTES) {
          if (this.#failure) return
          connection.sendCopyFromChunk(block.subarray(at, at + PART_BYTES))
          if (stream.writableNeedDrain) await untilDrained(stream)
        }
      }
      connection.endCopyFrom()
    } catch (error) {
      this.#failure = error as Error
      connection.sendCopyFail('the backup cannot be read')
    }
  }
}

/** Waits until the connection takes more, or is closed. */
function untilDrained(stream: Duplex): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      stream.off('drain', end).off('close', end)
      resolve()
    }
    stream.on('drain', end).on('close', end)
  })
}
