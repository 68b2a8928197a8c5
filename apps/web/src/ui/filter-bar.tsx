import { Button, Select } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './filter-bar.module.css'
import { EmptyState } from './states.tsx'

/** Shows the filters of a list, and beside them how much is listed. */
export function FilterBar({ children, count }: { children: ReactNode; count: ReactNode }) {
  return (
    <div className={classes.bar}>
      {children}
      <span className={classes.count}>{count}</span>
    </div>
  )
}

interface FilterSelectProps<Value extends string> {
  label: string
  /** The choices by their names on screen; `all` is the one without a filter. */
  choices: Readonly<Record<Value | 'all', string>>
  value: Value | 'all'
  /** In pixels. */
  width?: number
  /** Undefined stands for all. */
  onChange: (value: Value | undefined) => void
}

export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, choices, value, width = 150, onChange } = props
  return (
    <Select
      aria-label={label}
      data={Object.entries<string>(choices).map(([each, name]) => ({ value: each, label: name }))}
      value={value}
      allowDeselect={false}
      w={width}
      comboboxProps={{ keepMounted: false }}
      onChange={(next) => onChange(next === null || next === 'all' ? undefined : (next as Value))}
    />
  )
}

/** Says that the filters leave nothing of a list. */
export function NoMatch({
  title = 'No product matches',
  hint,
  clear = 'Clear filters',
  onClear,
}: {
  title?: string
  hint: string
  clear?: string
  onClear: () => void
}) {
  const action = (
    <Button size="xs" onClick={onClear}>
      {clear}
    </Button>
  )
  return <EmptyState icon={IconSearch} title={title} hint={hint} action={action} />
}
