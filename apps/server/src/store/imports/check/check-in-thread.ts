import { once } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import { computeInBackground } from '../../../kernel/thread-priority.ts'
import { type ReadEnd, readEnd } from '../../../providers/files/read-records.ts'
import { type CheckArgs, type CheckedFile, checkFile, type Progress } from './check-file.ts'

export type CheckRequest = Omit<CheckArgs, 'progress'> & { port: MessagePort }

/** What the thread asks of the owner of the file: to open it again, its next piece, or to take what is to be staged. */
export type Question =
  | { kind: 'open' }
  | { kind: 'next' }
  | { [Kind in keyof Progress]: { kind: Kind; args: Parameters<Progress[Kind]> } }[keyof Progress]
/** A piece of the file, or null at its end and to other questions. Each is answered before the next one is asked. */
export type Answer = Uint8Array | null

/** Checks a file whose owner answers through the port. */
export async function checkInThread({
  port,
  ...args
}: CheckRequest): Promise<{ checked: CheckedFile } | { end: NonNullable<ReadEnd> }> {
  computeInBackground()
  const ask = async (question: Question): Promise<Answer> => {
    const answered = once(port, 'message')
    port.postMessage(question)
    return (await answered)[0] as Answer
  }
  async function* pieces(): AsyncGenerator<Uint8Array> {
    await ask({ kind: 'open' })
    for (let piece = await ask({ kind: 'next' }); piece; piece = await ask({ kind: 'next' })) yield piece
  }
  const progress: Progress = {
    read: async (...own) => void (await ask({ kind: 'read', args: own })),
    sales: async (...own) => void (await ask({ kind: 'sales', args: own })),
    items: async (...own) => void (await ask({ kind: 'items', args: own })),
  }
  try {
    return { checked: await checkFile(pieces, { ...args, progress }) }
  } catch (error) {
    return { end: readEnd(error) }
  } finally {
    port.close()
  }
}
