import { Button, FileButton, Loader } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import classes from './file-picker.module.css'

interface FilePickerProps {
  /** Says which files it takes. */
  hint: string
  onFile: (file: File) => void
  isBusy: boolean
}

/** Takes one file, dropped or chosen. */
export function FilePicker({ hint, onFile, isBusy }: FilePickerProps) {
  const [isOver, setIsOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const file = event.dataTransfer.files[0]
    if (file && !isBusy) onFile(file)
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the button inside
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      {isBusy ? <Loader size={18} aria-hidden /> : <IconFileUpload size={18} stroke={1.75} aria-hidden />}
      <p role="status">{isBusy ? 'Uploading …' : hint}</p>
      <FileButton onChange={(file) => file && onFile(file)} accept=".csv,.txt,.tsv,.xlsx,.gz,text/csv">
        {(props) => (
          <Button {...props} variant="filled" disabled={isBusy}>
            Choose file
          </Button>
        )}
      </FileButton>
    </div>
  )
}
