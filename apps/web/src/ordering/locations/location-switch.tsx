import { SegmentedControl, Select } from '@mantine/core'
import classes from './location-switch.module.css'
import type { useLocation } from './use-location.ts'

/** More do not fit beside each other. */
const MAX_SEGMENTS = 4

const ALL = { value: '', label: 'All locations' }

/** Chooses whose figures a list shows. A shop with one location has no such choice. */
export function LocationSwitch({ locations, location, choose }: ReturnType<typeof useLocation>) {
  if (locations.length === 0) return null
  const props = {
    'aria-label': 'Location',
    value: location === undefined ? '' : String(location.id),
    data: [ALL, ...locations.map(({ id, name }) => ({ value: String(id), label: name }))],
    onChange: (value: string | null) => choose(value ? Number(value) : undefined),
  }
  return locations.length < MAX_SEGMENTS ? (
    <SegmentedControl className={classes.switch ?? ''} {...props} />
  ) : (
    <Select
      className={classes.switch ?? ''}
      allowDeselect={false}
      comboboxProps={{ keepMounted: false }}
      {...props}
    />
  )
}
