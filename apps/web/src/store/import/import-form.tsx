import { Button, SegmentedControl, Select, Stack } from '@mantine/core'
import type { ImportKind } from '@stockcast/contract'
import { useState } from 'react'
import { useReadOnly } from '../../session/use-read-only.ts'
import { useSession } from '../../session/use-session.ts'
import { saveText } from '../../ui/browser/save-file.ts'
import { FilePicker } from '../../ui/file-picker.tsx'
import { kindHints, kindLabels, storeOnlySales } from '../../ui/messages/import-texts.ts'
import classes from './import.module.css'
import type { Upload } from './use-import.ts'

const kinds: readonly ImportKind[] = ['products', 'sales']
const OPTIONS_SHOWN = 50

/** Asks for the kind of file, the file, and, where no store is connected, the shop's time zone and currency. */
export function ImportForm({
  onUpload,
  isUploading,
}: {
  onUpload: (upload: Upload) => void
  isUploading: boolean
}) {
  const { merchant, connection } = useSession()
  const readOnly = useReadOnly()
  const hasStore = connection !== null
  const [kind, setKind] = useState<ImportKind>(hasStore ? 'sales' : 'products')
  const [timeZone, setTimeZone] = useState(
    merchant.shopDomain === null ? browserTimeZone() : merchant.timeZone,
  )
  const [currency, setCurrency] = useState(merchant.currency)
  const shop = hasStore ? {} : { timeZone, currency }
  const template = templates[kind]
  return (
    <Stack gap={16} align="flex-start" maw="44rem">
      {hasStore ? (
        <p className={classes.note}>{storeOnlySales}</p>
      ) : (
        <SegmentedControl
          aria-label="What the file contains"
          data={kinds.map((value) => ({ value, label: kindLabels[value] }))}
          value={kind}
          onChange={(value) => setKind(value as ImportKind)}
        />
      )}
      <p className={classes.note}>{kindHints[kind]}</p>
      {!hasStore && (
        <div className={classes.shop}>
          <Select
            label="Time zone of the shop"
            data={withValue(Intl.supportedValuesOf('timeZone'), timeZone)}
            value={timeZone}
            onChange={(value) => value !== null && setTimeZone(value)}
            searchable
            limit={OPTIONS_SHOWN}
            nothingFoundMessage="No such time zone"
          />
          <Select
            label="Currency"
            data={withValue(Intl.supportedValuesOf('currency'), currency)}
            value={currency}
            onChange={(value) => value !== null && setCurrency(value)}
            searchable
            limit={OPTIONS_SHOWN}
            nothingFoundMessage="No such currency"
          />
        </div>
      )}
      {readOnly === null ? (
        <FilePicker
          hint="Drop a CSV or Excel file here, or choose one. Up to 512 MB, plain or gzip."
          onFile={(file) => onUpload({ file, query: { kind, ...shop } })}
          isBusy={isUploading}
        />
      ) : (
        <p className={classes.note}>{readOnly}</p>
      )}
      <Button variant="subtle" size="xs" ml={-15} onClick={() => saveText(template.text, template.name)}>
        {`Download a template for ${kindLabels[kind].toLowerCase()}`}
      </Button>
    </Stack>
  )
}

/** Returns the known values and the chosen one: browsers leave out some, such as UTC. */
function withValue(known: readonly string[], value: string): string[] {
  return known.includes(value) ? [...known] : [value, ...known]
}

const browserTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** Template files: the columns and an example. */
export const templates: Record<ImportKind, { name: string; text: string }> = {
  products: {
    name: 'products-template.csv',
    text: 'product,variant,sku,vendor,price,stock,location,incoming,tracked\r\nHouse Espresso,1 kg,ESP-1000,Altura Roasting,26.00,120,,0,yes\r\n',
  },
  sales: { name: 'sales-template.csv', text: 'sku,day,units\r\nESP-1000,2026-01-31,4\r\n' },
}
