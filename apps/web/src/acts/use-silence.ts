import { type Silence, type SilenceRequest, silenceSchema } from '@stockcast/contract'
import { z } from 'zod'
import { api } from '../api/client.ts'
import { useMutation } from '../api/use-mutation.ts'
import { silencedMessage, silenceEndedMessage } from '../messages/act-texts.ts'
import { failureOf } from '../messages/error-messages.ts'
import { notifyFailure, notifyUndoable } from '../messages/notify.tsx'
import { useSession } from '../session/use-session.ts'
import type { ActProduct } from './product.ts'
import { restOf } from './rest-of.ts'
import { useReloadActs } from './use-reload-acts.ts'

const doneSchema = z.object({ done: z.literal(true) })

/** Snoozes or mutes a product, and ends either; each can be undone. */
export function useSilence({ variantId, title }: ActProduct) {
  const { now } = useSession()
  const reload = useReloadActs()
  const path = `/api/variants/${variantId}/silence`
  const end = useMutation({
    mutationFn: (_: Pick<Silence, 'kind' | 'until'>) => api.delete(path, doneSchema),
    onSuccess: (_, ended) =>
      notifyUndoable(silenceEndedMessage(title), () => begin.mutate(restOf(ended, now))),
    onError: (error) => notifyFailure(failureOf('end_silence', error)),
    onSettled: reload,
  })
  const begin = useMutation({
    mutationFn: (wanted: SilenceRequest) => api.put(path, silenceSchema, wanted),
    onSuccess: (silence, wanted) => notifyUndoable(silencedMessage(wanted, title), () => end.mutate(silence)),
    onError: (error) => notifyFailure(failureOf('silence_product', error)),
    onSettled: reload,
  })
  return { begin: begin.mutate, end: end.mutate, isEnding: end.isPending }
}
