import path from 'node:path'
import type { Service } from './start-services.ts'

/** What a server must be started with so that `longestBlock` can ask it. */
export const loopWatch = path.join(import.meta.dirname, 'loop-watch.ts')

export interface Block {
  /** Processor time of the main thread. */
  longestMs: number
  /** The longest delay of a timer, in which other programs may have had the processor. */
  longestWallMs: number
  /** Requests of that time, one of which is the reason. */
  running: string[]
}

/** Returns how long the server's event loop stood still at most since this was asked before. */
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
