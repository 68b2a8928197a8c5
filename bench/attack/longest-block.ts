import path from 'node:path'
import type { Service } from '../launch/services.ts'

/** Module that a server must preload for `longestBlock`. */
export const loopWatch = path.join(import.meta.dirname, 'loop-watch.ts')

export interface Block {
  /** Processor time of the main thread. */
  longestMs: number
  /** Requests that were open at its end, or answered during it; one of them is the cause. */
  running: string[]
}

export function longestBlock({ child }: Service): Promise<Block> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error('the server has ended'))
    child.once('exit', onExit)
    child.on('message', function listen(message: Block & { type?: string }) {
      if (message.type !== 'longest-block') return
      child.off('message', listen)
      child.off('exit', onExit)
      resolve(message)
    })
    child.send({ type: 'longest-block' })
  })
}
