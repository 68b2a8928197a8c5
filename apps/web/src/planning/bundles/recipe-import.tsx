import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useReadOnly } from '../../session/use-read-only.ts'
import { saveText } from '../../ui/browser/save-file.ts'
import { FilePicker } from '../../ui/file-picker.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { importWords } from './bundle-words.ts'
import classes from './bundles.module.css'
import { type RecipeFile, readRecipeFile } from './recipe-file.ts'
import { useRecipes } from './use-bundles.ts'

const TEMPLATE = 'Bundle SKU,Part SKU,Quantity,Make days\nGIFT-BOX,MUG-1,2,\nGIFT-BOX,TEA-1,1,\n'

/** Takes recipes from a file, and says what became of its rows. */
export function RecipeImport() {
  const { importFile } = useRecipes()
  const readOnly = useReadOnly()
  const [refused, setRefused] = useState<string | null>(null)
  const [faults, setFaults] = useState<RecipeFile['faults']>([])
  const { data: answer } = importFile
  const ownReasons = new Map(faults.map(({ line, reason }) => [line, reason]))
  const result = refused === null && !importFile.isPending && answer !== undefined ? answer : null
  const take = async (file: File) => {
    const read = await readRecipeFile(file)
    setRefused('refused' in read ? read.refused : null)
    if ('refused' in read) return
    setFaults(read.faults)
    importFile.mutate({ rows: read.rows })
  }
  return (
    <Stack gap={12} mb={32}>
      {readOnly === null ? (
        <FilePicker
          hint="Drop a CSV or Excel file with a row for each part of a bundle, or choose one."
          onFile={(file) => void take(file)}
          isBusy={importFile.isPending}
        />
      ) : (
        <p className="quiet">{readOnly}</p>
      )}
      <Button
        variant="subtle"
        size="xs"
        ml={-15}
        w="fit-content"
        onClick={() => saveText(TEMPLATE, 'bundles.csv')}
      >
        Download a template for bundles
      </Button>
      {refused !== null && <ErrorState title="The file cannot be read" message={refused} />}
      {result !== null && (
        <div role="status">
          <p className="quiet">{importWords(result)}</p>
          {result.faults.length > 0 && (
            <ul className={classes.faults}>
              {result.faults.map(({ line, reason }) => (
                <li key={`${line} ${reason}`}>
                  Line {line}: {ownReasons.get(line) ?? reason}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Stack>
  )
}
