import { MessageChannel } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { readError } from '../../../providers/files/read-records.ts'
import type { OpenFile } from '../../../providers/files/read-rows.ts'
import type { CheckArgs, CheckedFile } from './check-file.ts'
import type { Answer, CheckRequest, checkInThread, Question } from './check-in-thread.ts'

const THREADS = 2
const IDLE_MS = 5000
/** Megabytes of JavaScript objects. A check remembers the SKUs and days of its file. */
const MEMORY = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 512 }

type Outcome = Awaited<ReturnType<typeof checkInThread>>

let threads: Piscina<CheckRequest, Outcome> | null = null

/** Threads start with the first file and end when idle. */
function openThreads() {
  threads ??= new Piscina<CheckRequest, Outcome>({
    filename: new URL('./check-in-thread.ts', import.meta.url).href,
    name: 'checkInThread',
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: IDLE_MS,
    resourceLimits: MEMORY,
  })
  return threads
}

/**
 * Checks a file on another thread, so that the event loop stays free for the work of others; `progress` runs on this one. Throws
 * what `checkFile` and `progress` throw. An abort ends the thread.
 */
export async function runCheck(
  file: OpenFile,
  { progress, signal, ...request }: CheckArgs & { signal: AbortSignal },
): Promise<CheckedFile> {
  const { port1: own, port2: port } = new MessageChannel()
  const failure = new AbortController()
  const stop = AbortSignal.any([signal, failure.signal])
  let pieces = null as AsyncIterator<Uint8Array> | null
  const answer = async (question: Question): Promise<Answer> => {
    switch (question.kind) {
      case 'open':
        await pieces?.return?.()
        pieces = file()[Symbol.asyncIterator]()
        break
      case 'next': {
        const next = await pieces?.next()
        // A part of a larger buffer would be sent with the whole of it.
        return next?.done === false ? new Uint8Array(next.value) : null
      }
      case 'read':
        await progress.read(...question.args)
        break
      case 'sales':
        await progress.sales(...question.args)
        break
      case 'items':
        await progress.items(...question.args)
    }
    return null
  }
  own.on('message', (question: Question) => {
    answer(question).then(
      (given) => own.postMessage(given),
      (error: unknown) => failure.abort(error),
    )
  })
  try {
    const outcome = await openThreads().run({ ...request, port }, { transferList: [port], signal: stop })
    if ('end' in outcome) throw readError(outcome.end)
    return outcome.checked
  } catch (error) {
    throw stop.aborted ? stop.reason : error
  } finally {
    own.close()
    await pieces?.return?.()
  }
}
