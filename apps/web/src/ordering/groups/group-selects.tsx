import { Button, MultiSelect, Popover, Skeleton, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type GroupFilter, type GroupKind, groupKinds, MAX_GROUP_VALUES } from '@stockcast/contract'
import { IconFilter } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { groupChoicesQuery } from '../../api/queries.ts'
import { formatUnits } from '../../ui/format/numbers.ts'

const PAUSE_MS = 150

const labels: Record<GroupKind, string> = {
  vendor: 'Vendor',
  supplier: 'Supplier',
  tag: 'Tag',
  collection: 'Collection',
}

interface GroupSelectsProps {
  filter: GroupFilter
  onChange: (change: GroupFilter) => void
  without?: GroupKind | undefined
}

const chosenOf = ({ vendor, supplier, tag, collection }: GroupFilter) => ({
  vendor,
  supplier,
  tag,
  collection,
})

/** Filters products by vendor, supplier, tag and collection; shows none that the shop does not have. */
export default function GroupSelects({ filter, onChange, without }: GroupSelectsProps) {
  const { data, isPending } = useQuery({
    ...groupChoicesQuery(chosenOf(filter)),
    placeholderData: keepPreviousData,
  })
  // Keeps the place of the button.
  if (isPending) return <Skeleton h={36} w={88} />
  const kinds = groupKinds.filter((kind) => kind !== without && (data?.[kind].length ?? 0) > 0)
  if (kinds.length === 0) return null
  const count = kinds.filter((kind) => filter[kind] !== undefined).length
  return (
    <Popover position="bottom-start" shadow="md" width={300} withinPortal trapFocus>
      <Popover.Target>
        <Button leftSection={<IconFilter size={16} stroke={1.75} aria-hidden />}>
          {count === 0 ? 'Filter' : `Filter (${count})`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap={12}>
          {kinds.map((kind) => (
            <GroupSelect key={kind} kind={kind} filter={filter} onChange={onChange} />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Chooses groups of a kind, found at the server by a part of their name. */
export function GroupSelect({
  kind,
  filter,
  onChange,
  label = labels[kind],
  none = 'Any',
}: GroupSelectsProps & { kind: GroupKind; label?: string; none?: string }) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const { data } = useQuery({
    ...groupChoicesQuery({ ...chosenOf(filter), ...(search !== '' && { search }) }),
    placeholderData: keepPreviousData,
  })
  const choices = (data?.[kind] ?? []) as readonly {
    value: string | number
    name: string
    products: number
  }[]
  const isNumber = kind === 'supplier' || kind === 'collection'
  const chosen = (filter[kind] ?? []).map(String)
  // A name may be chosen in another case than the shop has it.
  const known = new Map(choices.map((choice) => [String(choice.value).toLowerCase(), choice]))
  const toKnown = (value: string) => String(known.get(value.toLowerCase())?.value ?? value)
  const options = [...new Set([...chosen.map(toKnown), ...choices.map(({ value }) => String(value))])]
  const change = (values: string[]) =>
    onChange({ [kind]: values.length === 0 ? undefined : isNumber ? values.map(Number) : values })
  return (
    <MultiSelect
      label={label}
      placeholder={chosen.length === 0 ? none : ''}
      data={options.map((value) => ({ value, label: known.get(value.toLowerCase())?.name ?? value }))}
      value={chosen.map(toKnown)}
      searchable
      openOnFocus={false}
      clearable
      hidePickedOptions
      maxValues={MAX_GROUP_VALUES}
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has searched already.
      filter={({ options }) => options}
      nothingFoundMessage="None matches"
      comboboxProps={{ withinPortal: false, keepMounted: false }}
      renderOption={({ option }) => {
        const found = known.get(option.value.toLowerCase())
        return (
          <>
            <span style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{option.label}</span>
            {found && <span>{formatUnits(found.products)}</span>}
          </>
        )
      }}
      onChange={change}
    />
  )
}
