import { MultiSelect, TextInput } from '@mantine/core'
import type { AlertWish } from '@stockcast/contract'
import { useQuery } from '@tanstack/react-query'
import { groupChoicesQuery, suppliersQuery } from '../../api/queries.ts'
import { GroupSelect } from '../../ordering/groups/group-selects.tsx'
import settings from '../../ui/settings/settings.module.css'
import { SettingsRow } from '../../ui/settings/settings-row.tsx'
import type { Faults } from './draft.ts'

/** Sets, in a shop with several people, which products each hears of, and when not. */
export function WishSection(props: {
  wish: AlertWish
  faults: Faults
  onChange: (next: Partial<AlertWish>) => void
}) {
  const { wish, faults, onChange } = props
  const suppliers = useQuery(suppliersQuery({ pageSize: 100 })).data?.rows ?? []
  const { vendor = [], tag = [] } = useQuery(groupChoicesQuery({})).data ?? {}
  const orNull = <Value,>(values: Value[]) => (values.length === 0 ? null : values)
  return (
    <SettingsRow
      title="Your part"
      note="Alerts of these products reach you, on all your channels. Everybody in the team has their own."
    >
      <div className={settings.fields}>
        <MultiSelect
          label="Products of suppliers"
          placeholder={wish.supplierIds === null ? 'All' : ''}
          data={suppliers.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={(wish.supplierIds ?? []).map(String)}
          onChange={(ids) => onChange({ supplierIds: orNull(ids.map(Number)) })}
          searchable
          clearable
        />
        {(vendor.length > 0 || wish.vendors !== null) && (
          <GroupSelect
            kind="vendor"
            label="Products of vendors"
            none="All"
            filter={{ vendor: wish.vendors ?? undefined }}
            onChange={({ vendor: names }) => onChange({ vendors: names ?? null })}
          />
        )}
        {(tag.length > 0 || wish.tags !== null) && (
          <GroupSelect
            kind="tag"
            label="Products with tags"
            none="All"
            filter={{ tag: wish.tags ?? undefined }}
            onChange={({ tag: names }) => onChange({ tags: names ?? null })}
          />
        )}
        <TextInput
          type="time"
          label="No messages from"
          value={wish.quietFrom}
          error={faults['wish.quietFrom']}
          onChange={(event) => onChange({ quietFrom: event.currentTarget.value })}
        />
        <TextInput
          type="time"
          label="No messages until"
          description="The same time twice means none are held back."
          value={wish.quietTo}
          error={faults['wish.quietTo']}
          onChange={(event) => onChange({ quietTo: event.currentTarget.value })}
        />
      </div>
    </SettingsRow>
  )
}
