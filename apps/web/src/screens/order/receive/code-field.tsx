import { Button, TextInput } from '@mantine/core'
import { IconBarcode, IconCamera, IconCameraOff } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import classes from './receive.module.css'
import { canUseCamera, useCameraCodes } from './use-camera-codes.ts'

interface CodeFieldProps {
  onCode: (code: string) => void
  /** What the last code was. */
  said: { text: string; isFault: boolean } | null
}

/** Takes barcodes: from a scanner that types, from the keyboard, and by camera where the browser reads them. */
export function CodeField({ onCode, said }: CodeFieldProps) {
  const [typed, setTyped] = useState('')
  const [isCameraOn, setCameraOn] = useState(false)
  const video = useRef<HTMLVideoElement>(null)
  const fault = useCameraCodes(video, isCameraOn, onCode)
  return (
    <div className={classes.codes}>
      <form
        className={classes.code}
        onSubmit={(event) => {
          event.preventDefault()
          if (typed.trim() !== '') onCode(typed)
          setTyped('')
        }}
      >
        <TextInput
          className={classes.codeInput ?? ''}
          aria-label="Barcode or SKU"
          placeholder="Scan or type a barcode or SKU"
          leftSection={<IconBarcode size={16} stroke={1.75} aria-hidden />}
          autoComplete="off"
          enterKeyHint="done"
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {canUseCamera() && (
          <Button
            aria-pressed={isCameraOn}
            leftSection={
              isCameraOn ? (
                <IconCameraOff size={16} stroke={1.75} aria-hidden />
              ) : (
                <IconCamera size={16} stroke={1.75} aria-hidden />
              )
            }
            onClick={() => setCameraOn(!isCameraOn)}
          >
            {isCameraOn ? 'Stop' : 'Camera'}
          </Button>
        )}
      </form>
      {isCameraOn && (
        <video ref={video} className={classes.video} muted playsInline aria-label="Camera picture" />
      )}
      {fault !== null && (
        <p className={classes.said} data-fault role="alert">
          The camera cannot be used. Allow it in the browser, or type the code.
        </p>
      )}
      <p className={classes.said} data-fault={said?.isFault || undefined} role="status">
        {said?.text}
      </p>
    </div>
  )
}
