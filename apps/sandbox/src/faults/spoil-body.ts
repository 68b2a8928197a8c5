import { setImmediate } from 'node:timers/promises'

/** Returns the same answer, whose connection is cut in the middle of the body. */
export async function cutInHalf(response: Response, cut: () => void): Promise<Response> {
  const { bytes, headers } = await wholeBody(response)
  const half = bytes.subarray(0, Math.max(1, bytes.length >> 1))
  let isSent = false
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (isSent) {
        // Lets the written half be sent first.
        await setImmediate()
        cut()
        return controller.close()
      }
      isSent = true
      controller.enqueue(half)
    },
  })
  return new Response(body, { status: response.status, headers })
}

/** Returns the same answer, with one byte after each pause. */
export async function trickle(response: Response, pause: () => Promise<unknown>): Promise<Response> {
  const { bytes, headers } = await wholeBody(response)
  let next = 0
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (next === bytes.length) return controller.close()
      if (next > 0) await pause()
      controller.enqueue(bytes.subarray(next, ++next))
    },
  })
  return new Response(body, { status: response.status, headers })
}

async function wholeBody(response: Response): Promise<{ bytes: Uint8Array; headers: Headers }> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const headers = new Headers(response.headers)
  headers.set('content-length', String(bytes.length))
  return { bytes, headers }
}
