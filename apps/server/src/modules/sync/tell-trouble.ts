import type { Kernel } from '../../kernel.ts'
import { lockOwnRun, type RunKey, updateRunMessage } from './queries.ts'

const SENTENCE = 'Shopify does not answer. The sync goes on by itself.'

/**
 * Tells the merchant, once, that a run waits for Shopify. The next step that is committed takes it back: until then
 * it may be minutes before the requests are given up.
 */
export function tellTrouble(kernel: Kernel, run: RunKey & { owner: string }): () => void {
  let isTold = false
  return () => {
    if (isTold) return
    isTold = true
    kernel.db
      .withTenant(run.merchantId, async (tx) => {
        if (!(await lockOwnRun(tx, run, run.owner))) return
        await updateRunMessage(tx, run, SENTENCE)
        await kernel.live.publish(tx, run.merchantId, { type: 'sync' })
      })
      .catch((error) => kernel.log.warn({ err: error, syncRun: run.runId }, 'trouble not told'))
  }
}
