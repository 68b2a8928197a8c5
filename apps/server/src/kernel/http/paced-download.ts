import type { Turns } from './turns.ts'

export interface DownloadPace {
  /** Bytes per second that a reader must take on average. */
  bytesPerSecond: number
  /** How late it may be beyond that. */
  graceMs: number
}

/**
 * Returns a stream of the same bytes that cuts off a reader slower than the pace; time in which a part is made
 * does not count against the reader. Each part is made in a turn, so a slow reader delays nobody: between two
 * parts nothing runs. `onEnd` is called once, when all is read or the reader has gone.
 */
export function pacedDownload(
  body: ReadableStream<Uint8Array>,
  { turns, pace, onEnd }: { turns: Turns; pace: DownloadPace; onEnd: () => void },
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let timer: NodeJS.Timeout | undefined
  let patienceMs = pace.graceMs
  let waitsSince = 0
  const end = () => {
    clearTimeout(timer)
    onEnd()
  }
  const expectDemand = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    waitsSince = performance.now()
    timer = setTimeout(() => {
      end()
      controller.error(new Error('The download was read too slowly.'))
      reader.cancel().catch(() => undefined)
    }, patienceMs)
    timer.unref()
  }
  const takeDemand = () => {
    clearTimeout(timer)
    patienceMs -= performance.now() - waitsSince
  }
  return new ReadableStream<Uint8Array>(
    {
      start: expectDemand,
      pull: async (controller) => {
        takeDemand()
        try {
          const { done, value } = await turns.run(() => reader.read())
          if (done) {
            end()
            return controller.close()
          }
          patienceMs += (value.length / pace.bytesPerSecond) * 1000
          controller.enqueue(value)
          expectDemand(controller)
        } catch (error) {
          end()
          controller.error(error)
        }
      },
      cancel: async (reason) => {
        end()
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}
