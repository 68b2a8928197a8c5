import { Button, SegmentedControl, Stack } from '@mantine/core'
import type { SupplierImportKind } from '@stockcast/contract'
import { getRouteApi } from '@tanstack/react-router'
import { useReadOnly } from '../../session/use-read-only.ts'
import { saveText } from '../../ui/browser/save-file.ts'
import { Crumbs } from '../../ui/crumbs.tsx'
import { FilePicker } from '../../ui/file-picker.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { getOrderingFailure } from '../ordering-failures.ts'
import { ImportPreview } from './import-preview.tsx'
import { importHints, importLabels, importTemplates } from './import-words.ts'
import classes from './supplier-import.module.css'
import { useSupplierImport } from './use-supplier-import.ts'

const route = getRouteApi('/signed-in/shell/order/import')

const kinds: readonly SupplierImportKind[] = ['suppliers', 'items', 'orders']

/** Imports suppliers, what they sell, or past orders, after a preview of what would change. */
export function SupplierImportScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const kind = kinds.find((each) => each === search.kind) ?? 'suppliers'
  const setKind = (next: string) => void navigate({ search: { kind: next }, replace: true })
  const readOnly = useReadOnly()
  const { file, read, previewed: shown, preview, apply, choose, startOver } = useSupplierImport()
  const template = importTemplates[kind]
  return (
    <>
      <title>Import suppliers · Stockcast</title>
      <Crumbs to="/order/suppliers" up="Suppliers" here="Import" />
      <PageHeader
        title="Import suppliers"
        subtitle="Suppliers, their products and past orders from CSV or Excel files. Exports of Stocky work as they are."
      />
      {shown === undefined ? (
        <Stack gap={16} align="flex-start" maw="44rem">
          <SegmentedControl
            aria-label="What the file contains"
            value={kind}
            onChange={setKind}
            data={kinds.map((value) => ({ value, label: importLabels[value] }))}
          />
          <p className={classes.note}>{importHints[kind]}</p>
          {readOnly === null ? (
            <FilePicker
              hint="Drop a CSV or Excel file here, or choose one."
              onFile={(chosen) => read({ file: chosen, kind })}
              isBusy={preview.isPending}
            />
          ) : (
            <p className={classes.note}>{readOnly}</p>
          )}
          {preview.isError && <ErrorState {...getOrderingFailure('import_suppliers', preview.error)} />}
          <Button variant="subtle" size="xs" ml={-15} onClick={() => saveText(template.text, template.name)}>
            {`Download a template for ${importLabels[kind].toLowerCase()}`}
          </Button>
        </Stack>
      ) : (
        <ImportPreview
          fileName={file?.name ?? ''}
          preview={apply.data ?? shown}
          isApplying={apply.isPending}
          error={apply.error ?? choose.error ?? preview.error}
          onApply={() => file !== null && apply.mutate({ file, kind: shown.kind })}
          onChoose={choose.mutate}
          isChoosing={choose.isPending || preview.isPending}
          onStartOver={startOver}
          onItems={() => {
            setKind('items')
            startOver()
          }}
        />
      )}
    </>
  )
}
