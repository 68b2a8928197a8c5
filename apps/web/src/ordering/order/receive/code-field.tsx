import { Button, Stack, TextInput } from '@mantine/core'
import { IconBarcode, IconCamera, IconCameraOff } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import classes from './receive.module.css'
import { type CameraFault, canUseCamera, useCameraCodes } from './use-camera-codes.ts'

interface CodeFieldProps {
  onCode: (code: string) => void
  /** What the last code was. */
  said: { text: string; isFault: boolean } | null
}

const faultWords: Record<CameraFault, string> = {
  refused:
    'The browser does not let this page use the camera. Allow it beside the address, or type the code.',
  missing: 'No camera was found. Type the code, or use a scanner.',
  failed: 'The camera did not start. Close other programs that use it, or type the code.',
}

/** Takes barcodes: from a scanner that types, from the keyboard, and by camera where the browser reads them. */
export function CodeField({ onCode, said }: CodeFieldProps) {
  const [typed, setTyped] = useState('')
  const [isCameraOn, setCameraOn] = useState(false)
  const video = useRef<HTMLVideoElement>(null)
  const fault = useCameraCodes(video, isCameraOn, onCode)
  return (
    <Stack gap={8} mb={12}>
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
        <video
          hidden={fault !== null}
          ref={video}
          className={classes.video}
          muted
          playsInline
          aria-label="Camera picture"
        />
      )}
      {isCameraOn && fault !== null && (
        <p className={classes.said} data-fault role="alert">
          {faultWords[fault]}
        </p>
      )}
      <p className={classes.said} data-fault={said?.isFault || undefined} role="status">
        {said?.text}
      </p>
    </Stack>
  )
}
