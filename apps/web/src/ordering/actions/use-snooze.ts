import { actionsApi, type Snooze, type SnoozeRequest } from '@stockcast/contract'
import { call } from '../../api/client.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { useSession } from '../../session/use-session.ts'
import { snoozedMessage, snoozeEndedMessage } from '../../ui/messages/action-texts.ts'
import { notifyFailure, notifyUndoable } from '../../ui/messages/notify.tsx'
import { getOrderingFailure } from '../ordering-failures.ts'
import type { ActionProduct } from './product.ts'
import { restOf, useReloadActions } from './use-open-orders.ts'

/** Snoozes or mutes a product, and ends either; each can be undone. */
export function useSnooze({ variantId, title }: ActionProduct) {
  const { now } = useSession()
  const reload = useReloadActions()
  const params = { id: variantId }
  const end = useMutation({
    mutationFn: (_: Pick<Snooze, 'kind' | 'until'>) => call(actionsApi.endSnooze, { params }),
    onSuccess: (_, ended) =>
      notifyUndoable(snoozeEndedMessage(title), () => begin.mutate(restOf(ended, now))),
    onError: (error) => notifyFailure(getOrderingFailure('end_snooze', error)),
    onSettled: reload,
  })
  const begin = useMutation({
    mutationFn: (wanted: SnoozeRequest) => call(actionsApi.snooze, { params, body: wanted }),
    onSuccess: (snooze, wanted) => notifyUndoable(snoozedMessage(wanted, title), () => end.mutate(snooze)),
    onError: (error) => notifyFailure(getOrderingFailure('snooze_product', error)),
    onSettled: reload,
  })
  return { begin: begin.mutate, end: end.mutate, isEnding: end.isPending }
}
