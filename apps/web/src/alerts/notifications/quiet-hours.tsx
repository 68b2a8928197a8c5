import { Select, TextInput } from '@mantine/core'
import { SMS_DAILY_LIMIT } from '@stockcast/contract'
import settings from '../../ui/settings/settings.module.css'
import type { Draft, Faults } from './draft.ts'

const limits = Array.from({ length: SMS_DAILY_LIMIT }, (_, n) => String(n + 1))

/** Sets when no SMS is sent, and how many are sent a day. */
export function QuietHours({
  sms,
  faults,
  onChange,
}: {
  sms: Draft['sms']
  faults: Faults
  onChange: (next: Partial<Draft['sms']>) => void
}) {
  return (
    <div className={settings.fields}>
      <TextInput
        type="time"
        label="Quiet from"
        value={sms.quietFrom}
        error={faults['sms.quietFrom']}
        onChange={(event) => onChange({ quietFrom: event.currentTarget.value })}
      />
      <TextInput
        type="time"
        label="Quiet until"
        value={sms.quietTo}
        error={faults['sms.quietTo']}
        onChange={(event) => onChange({ quietTo: event.currentTarget.value })}
      />
      <Select
        label="At most a day"
        data={limits}
        value={String(sms.dailyLimit)}
        allowDeselect={false}
        comboboxProps={{ keepMounted: false }}
        onChange={(value) => onChange({ dailyLimit: Number(value) })}
      />
    </div>
  )
}
