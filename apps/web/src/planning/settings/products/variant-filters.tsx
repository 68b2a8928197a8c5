import { Group, SegmentedControl, Text } from '@mantine/core'
import type { VariantSettingsList } from '@stockcast/contract'
import { ClassSelects } from '../../../ordering/class-selects.tsx'
import { formatUnits } from '../../../ui/format/numbers.ts'
import { SearchInput } from '../../../ui/search-input.tsx'
import classes from './products-tab.module.css'
import type { Filter } from './selection.ts'

interface VariantFiltersProps {
  filter: Filter
  counts: VariantSettingsList['counts']
  onChange: (next: Partial<Filter>) => void
}

export function VariantFilters({ filter, counts, onChange }: VariantFiltersProps) {
  return (
    <Group gap={12} justify="space-between">
      <SearchInput
        className={classes.search}
        label="Search products"
        placeholder="Search product or SKU"
        search={filter.search}
        onSearch={(search) => onChange({ search })}
      />
      <Group className={classes.selects} flex="1 1 auto" gap={8}>
        <ClassSelects filter={filter} onChange={onChange} list="settings" />
      </Group>
      <SegmentedControl
        aria-label="Which products"
        value={filter.only}
        onChange={(only) => onChange({ only: only as Filter['only'] })}
        data={[
          { value: 'all', label: <Counted label="All" count={counts.all} /> },
          { value: 'overridden', label: <Counted label="Own settings" count={counts.overridden} /> },
        ]}
      />
    </Group>
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
