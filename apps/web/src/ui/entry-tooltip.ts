export { Tooltip as EntryTooltip } from '@mantine/core'
