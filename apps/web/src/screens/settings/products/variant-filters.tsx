import { SegmentedControl, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import type { VariantSettingsList } from '@stockcast/contract'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { formatUnits } from '../../../format/numbers.ts'
import classes from './products-tab.module.css'
import type { Filter } from './selection.ts'

const SEARCH_PAUSE_MS = 150

interface VariantFiltersProps {
  filter: Filter
  counts: VariantSettingsList['counts']
  onChange: (next: Partial<Filter>) => void
}

export function VariantFilters({ filter, counts, onChange }: VariantFiltersProps) {
  const [text, setText] = useState(filter.search)
  const send = useDebouncedCallback((typed: string) => onChange({ search: typed.trim() }), SEARCH_PAUSE_MS)
  return (
    <div className={classes.filters}>
      <TextInput
        type="search"
        className={classes.search}
        aria-label="Search products"
        placeholder="Search product or SKU"
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        maxLength={200}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          send(event.currentTarget.value)
        }}
      />
      <SegmentedControl
        aria-label="Which products"
        value={filter.only}
        onChange={(only) => onChange({ only: only as Filter['only'] })}
        data={[
          { value: 'all', label: <Counted label="All" count={counts.all} /> },
          { value: 'overridden', label: <Counted label="Own settings" count={counts.overridden} /> },
        ]}
      />
    </div>
  )
}

function Counted({ label, count }: { label: string; count: number }) {
  return (
    <>
      {label}{' '}
      <Text span inherit c="dimmed" fw={400}>
        {formatUnits(count)}
      </Text>
    </>
  )
}
