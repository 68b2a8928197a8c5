import { type ChannelName, channelNames, type Delivery, type Notifications } from '@stockcast/contract'
import { useQuery } from '@tanstack/react-query'
import { deliveriesQuery, notificationsQuery } from '../../api/queries.ts'

const LOOKED_AT = 50
const FRESH_MS = 60_000

export interface DeliveryTrouble {
  /** Channels that were switched off, but not by the merchant. */
  off: { name: ChannelName; reason: string }[]
  /** Channels whose latest message about alerts was given up. */
  dead: ChannelName[]
}

/** Returns what keeps alerts from arriving; empty while nothing does, or while it is not known. */
export function useDeliveryTrouble(): DeliveryTrouble {
  const settings = useQuery({ ...notificationsQuery(), staleTime: FRESH_MS })
  const log = useQuery({ ...deliveriesQuery({ pageSize: LOOKED_AT }), staleTime: FRESH_MS })
  return getTrouble(settings.data, log.data?.deliveries ?? [])
}

/** Returns what is wrong with deliveries; `log` is the newest first. */
export function getTrouble(settings: Notifications | undefined, log: readonly Delivery[]): DeliveryTrouble {
  if (!settings) return { off: [], dead: [] }
  return {
    off: channelNames.flatMap((name) => {
      const { isOn, offReason } = settings[name]
      return isOn || offReason === null ? [] : [{ name, reason: offReason }]
    }),
    dead: channelNames.filter((name) => settings[name].isOn && latest(log, name)?.status === 'failed'),
  }
}

function latest(log: readonly Delivery[], name: ChannelName): Delivery | undefined {
  return log.find(
    ({ channel, kind, status }) =>
      channel === name &&
      (kind === 'alerts' || kind === 'digest') &&
      (status === 'sent' || status === 'failed'),
  )
}
