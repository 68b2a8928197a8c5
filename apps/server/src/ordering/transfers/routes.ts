import { transfersApi } from '@stockcast/contract'
import { createApi } from '../../kernel/http/api.ts'
import { signedIn } from '../../kernel/http/context.ts'
import { createSnapshotRunner, createVerbRunner } from '../../kernel/http/run-verb.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { createInStore } from './create-in-store.ts'
import { listSuggestions } from './list-suggestions.ts'
import { takeStep } from './take-step.ts'
import { createTransfers, listTransfers, pickList } from './transfers.ts'

export function createTransferRoutes(kernel: Kernel) {
  const run = createVerbRunner(kernel)
  const read = createSnapshotRunner(kernel)
  return createApi()
    .serve(transfersApi.listSuggestions, ({ c, query }) =>
      read(c, (context) => listSuggestions(context, query)),
    )
    .serve(transfersApi.list, ({ c, query }) => read(c, (context) => listTransfers(context, query)))
    .serve(transfersApi.create, async ({ c, body }) => ({
      transfers: await run(c, (context) => createTransfers(context, body)),
    }))
    .serve(transfersApi.takeStep, ({ c, params, body }) =>
      run(c, (context) => takeStep(context, { ...params, ...body })),
    )
    .serve(transfersApi.createInStore, ({ c, params: { id } }) =>
      createInStore(kernel, signedIn(c).merchantId, id),
    )
    .serve(transfersApi.exportPickList, async ({ c, params }) => {
      const { name, text } = await run(c, (context) => pickList(context, params))
      return { fileName: name, content: text }
    })
}
