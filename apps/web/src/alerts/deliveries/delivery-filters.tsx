import type { ChannelName } from '@stockcast/contract'
import { FilterBar, FilterSelect } from '../../ui/filter-bar.tsx'
import { formatCount } from '../../ui/format/numbers.ts'
import { deliveryFilterLabels } from '../../ui/messages/delivery-words.ts'
import { channelLabels } from '../../ui/messages/notification-texts.ts'

type StatusFilter = keyof typeof deliveryFilterLabels
type ChannelFilter = 'all' | ChannelName

const channels = { all: 'All Channels', ...channelLabels }

interface DeliveryFiltersProps {
  channel: ChannelFilter
  status: StatusFilter
  total: number | undefined
  /** Undefined stands for all. */
  onChange: (filter: {
    channel?: ChannelName | undefined
    status?: Exclude<StatusFilter, 'all'> | undefined
  }) => void
}

export function DeliveryFilters({ channel, status, total, onChange }: DeliveryFiltersProps) {
  return (
    <FilterBar count={<span aria-live="polite">{total !== undefined && formatCount(total, 'message')}</span>}>
      <FilterSelect<ChannelName>
        label="Channel"
        choices={channels}
        value={channel}
        onChange={(next) => onChange({ channel: next })}
      />
      <FilterSelect<Exclude<StatusFilter, 'all'>>
        label="Status"
        choices={deliveryFilterLabels}
        value={status}
        onChange={(next) => onChange({ status: next })}
      />
    </FilterBar>
  )
}
