import { Button } from '@mantine/core'
import { type ChannelName, notificationsApi } from '@stockcast/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { deliveriesQuery } from '../../api/queries.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { useSession } from '../../session/use-session.ts'
import { outcomeWords } from '../../ui/messages/delivery-words.ts'
import { notificationFailure } from '../../ui/messages/notification-texts.ts'
import classes from './notifications.module.css'

const LOOK_EVERY_MS = 1_000

/** Sends a test message and says in place what came of it. */
export function SendTest({ channel, timeZone }: { channel: ChannelName; timeZone: string }) {
  const { now } = useSession()
  const [deliveryId, setDeliveryId] = useState<number | null>(null)
  const send = useMutation({
    mutationFn: () => call(notificationsApi.test[channel]),
    onMutate: () => setDeliveryId(null),
    onSuccess: (taken) => setDeliveryId(taken.deliveryId),
  })
  const { data } = useQuery({
    ...deliveriesQuery({ channel, pageSize: 20 }),
    enabled: deliveryId !== null,
    // Events tell of every step; the interval is for a stream that a proxy holds back.
    refetchInterval: ({ state }) => (hasEnded(find(state.data, deliveryId)) ? false : LOOK_EVERY_MS),
  })
  const delivery = find(data, deliveryId)
  const isOnItsWay = deliveryId !== null && !hasEnded(delivery)
  return (
    <div className={classes.test}>
      <Button size="xs" onClick={() => send.mutate()} loading={send.isPending || isOnItsWay}>
        Send a test message
      </Button>
      <p role="status" className="quiet">
        {send.isError && notificationFailure('test', send.error).message}
        {isOnItsWay && 'On its way…'}
        {delivery && hasEnded(delivery) && outcome(delivery, { now, timeZone })}
      </p>
    </div>
  )
}

type Delivery = Parameters<typeof outcomeWords>[0]

function outcome(delivery: Delivery, place: { now: string; timeZone: string }): string {
  const words = outcomeWords(delivery, place)
  return delivery.status === 'sent' ? `Sent. ${words}` : `Not sent. ${words}`
}

function find<Row extends { id: number }>(list: { deliveries: Row[] } | undefined, id: number | null) {
  return list?.deliveries.find((row) => row.id === id)
}

function hasEnded(delivery: Delivery | undefined): boolean {
  return delivery !== undefined && !['queued', 'sending', 'retrying'].includes(delivery.status)
}
