import { type SilenceRequest, silenceSchema } from '@stockcast/contract'
import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../api/client.ts'
import { silencedMessage, silenceEndedMessage } from '../messages/act-texts.ts'
import { failureOf } from '../messages/error-messages.ts'
import { notifyFailure, notifySuccess, notifyUndoable } from '../messages/notify.tsx'
import type { ActProduct } from './product.ts'
import { useReloadActs } from './use-reload-acts.ts'

const doneSchema = z.object({ done: z.literal(true) })

/** Snoozes or mutes a product, which can be taken back, and ends either. */
export function useSilence({ variantId, title }: ActProduct) {
  const reload = useReloadActs()
  const path = `/api/variants/${variantId}/silence`
  const end = useMutation({
    mutationFn: () => api.delete(path, doneSchema),
    onSuccess: () => notifySuccess(silenceEndedMessage(title)),
    onError: (error) => notifyFailure(failureOf('end_silence', error)),
    onSettled: reload,
  })
  const begin = useMutation({
    mutationFn: (wanted: SilenceRequest) => api.put(path, silenceSchema, wanted),
    onSuccess: (_, wanted) => notifyUndoable(silencedMessage(wanted, title), () => end.mutate()),
    onError: (error) => notifyFailure(failureOf('silence_product', error)),
    onSettled: reload,
  })
  return { begin: begin.mutate, end: end.mutate, isEnding: end.isPending }
}
