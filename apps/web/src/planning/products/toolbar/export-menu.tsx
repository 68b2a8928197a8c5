import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react'
import type { ClassFilter } from '../../../ordering/class-selects.tsx'
import { productTexts } from '../../../ui/messages/product-texts.ts'
import { useExportProducts } from './use-export-products.ts'

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

/** Exports the inventory report, as CSV with one click or in another format (T-03). */
export function ExportMenu({ today, groups }: { today: string | undefined; groups: ClassFilter }) {
  const { mutate, isPending } = useExportProducts(today, groups)
  return (
    <Button.Group>
      <Button leftSection={<IconDownload {...icon} />} loading={isPending} onClick={() => mutate('csv')}>
        {productTexts.exportCsv}
      </Button>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button px={8} aria-label="Export as" disabled={isPending}>
            <IconChevronDown {...icon} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconFileTypeCsv {...icon} />} onClick={() => mutate('csv')}>
            CSV
          </Menu.Item>
          <Menu.Item leftSection={<IconFileSpreadsheet {...icon} />} onClick={() => mutate('xlsx')}>
            Excel workbook (XLSX)
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  )
}
