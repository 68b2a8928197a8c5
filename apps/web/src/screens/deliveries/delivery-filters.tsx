import { Select } from '@mantine/core'
import { type ChannelName, channelNames } from '@stockcast/contract'
import { formatCount } from '../../format/numbers.ts'
import { deliveryFilterLabels } from '../../messages/delivery-words.ts'
import { channelLabels } from '../../messages/notification-texts.ts'
import classes from './deliveries.module.css'

type StatusFilter = keyof typeof deliveryFilterLabels
type ChannelFilter = 'all' | ChannelName

const statuses = ['open', 'sent', 'failed'] as const
const channelData = [
  { value: 'all', label: 'All Channels' },
  ...channelNames.map((value) => ({ value, label: channelLabels[value] })),
]
const statusData = Object.entries(deliveryFilterLabels).map(([value, label]) => ({ value, label }))

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
    <div className={classes.filters}>
      <Select
        aria-label="Channel"
        data={channelData}
        value={channel}
        allowDeselect={false}
        w={150}
        comboboxProps={{ keepMounted: false }}
        onChange={(value) => onChange({ channel: channelNames.find((each) => each === value) })}
      />
      <Select
        aria-label="Status"
        data={statusData}
        value={status}
        allowDeselect={false}
        w={150}
        comboboxProps={{ keepMounted: false }}
        onChange={(value) => onChange({ status: statuses.find((each) => each === value) })}
      />
      <span className={classes.count} aria-live="polite">
        {total !== undefined && formatCount(total, 'message')}
      </span>
    </div>
  )
}
