import { ActionIcon, Menu } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import {
  type ProductColumn,
  productColumnLabels,
  productColumns,
  type ShownColumns,
} from '../table/product-columns.ts'

interface ColumnMenuProps {
  shown: ShownColumns
  onToggle: (column: ProductColumn) => void
}

/** Shows the menu, which stays open while columns are chosen. */
export function ColumnMenu({ shown, onToggle }: ColumnMenuProps) {
  return (
    <Menu position="bottom-end" withinPortal closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label="Columns">
          <IconColumns3 size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {productColumns.map((column) => (
          <Menu.CheckboxItem key={column} checked={shown.has(column)} onChange={() => onToggle(column)}>
            {productColumnLabels[column]}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
