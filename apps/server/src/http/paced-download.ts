import type { Turns } from './turns.ts'

export interface DownloadPace {
  /** What a reader must take a second, on average. */
  bytesPerSecond: number
  /** What it may be late beyond that. */
  graceMs: number
}

/**
 * The same bytes. Each part is made in a turn of its own, so that a reader who is slow holds up nobody: between two parts
 * nothing runs. A reader slower than the pace is cut; time in which the part is made does not count against it. `onEnd`
 * is called once, when all is taken or nobody takes any more.
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
      controller.error(new Error('The download was taken too slowly.'))
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
