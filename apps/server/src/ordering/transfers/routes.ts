import { transfersApi } from '@stockcast/contract'
import { signedIn } from '../../kernel/http/context.ts'
import { createVerbApi } from '../../kernel/http/verb-api.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { createInStore } from './create-in-store.ts'
import { takeStep } from './take-step.ts'
import { createTransfers, listSuggestions, listTransfers, pickList } from './transfers.ts'

export function createTransferRoutes(kernel: Kernel) {
  return createVerbApi(kernel)
    .read(transfersApi.listSuggestions, listSuggestions)
    .read(transfersApi.list, listTransfers)
    .run(transfersApi.create, async (context, wanted) => ({
      transfers: await createTransfers(context, wanted),
    }))
    .run(transfersApi.takeStep, takeStep)
    .serve(transfersApi.createInStore, ({ c, params: { id } }) =>
      createInStore(kernel, signedIn(c).merchantId, id),
    )
    .run(transfersApi.exportPickList, pickList)
}
