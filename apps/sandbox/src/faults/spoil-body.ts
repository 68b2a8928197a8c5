import { setImmediate } from 'node:timers/promises'

/** Returns the same answer, whose connection is cut in the middle of the body. */
export async function cutInHalf(response: Response, cut: () => void): Promise<Response> {
  const { bytes, headers } = await wholeBody(response)
  async function* getHalf() {
    yield bytes.subarray(0, Math.max(1, bytes.length >> 1))
    // Lets the written half be sent first.
    await setImmediate()
    cut()
  }
  return new Response(ReadableStream.from(getHalf()), { status: response.status, headers })
}

/** Returns the same answer, with one byte after each pause. */
export async function trickle(response: Response, pause: () => Promise<unknown>): Promise<Response> {
  const { bytes, headers } = await wholeBody(response)
  async function* getBytes() {
    for (let next = 0; next < bytes.length; next++) {
      if (next > 0) await pause()
      yield bytes.subarray(next, next + 1)
    }
  }
  return new Response(ReadableStream.from(getBytes()), { status: response.status, headers })
}

async function wholeBody(response: Response): Promise<{ bytes: Uint8Array; headers: Headers }> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const headers = new Headers(response.headers)
  headers.set('content-length', String(bytes.length))
  return { bytes, headers }
}
