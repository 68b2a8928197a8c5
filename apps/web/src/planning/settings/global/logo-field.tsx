import { Button, FileButton, Input } from '@mantine/core'
import { MAX_LOGO_BYTES } from '@stockcast/contract'
import { type ReactNode, useState } from 'react'
import classes from '../../../ui/settings/settings.module.css'

const MAX = { width: 600, height: 240 }

const SMALLER = 0.8

interface LogoFieldProps {
  /** PNG in base64. */
  logo: string | null
  error: ReactNode
  onChange: (logo: string | null) => void
}

/** Shows the logo and takes another picture. */
export function LogoField({ logo, error, onChange }: LogoFieldProps) {
  const [isUnreadable, setUnreadable] = useState(false)
  const choose = (file: File | null) => {
    if (file === null) return
    setUnreadable(false)
    drawLogo(file).then(onChange, () => setUnreadable(true))
  }
  return (
    <Input.Wrapper
      label="Logo"
      labelElement="div"
      error={isUnreadable ? 'This file is not a picture. Choose a PNG or a JPEG.' : error}
      inputWrapperOrder={['label', 'input', 'error']}
    >
      <div className={classes.logo}>
        {logo !== null && <img src={`data:image/png;base64,${logo}`} alt="Logo on your orders" />}
        <FileButton onChange={choose} accept="image/png,image/jpeg,image/webp">
          {(props) => (
            <Button size="xs" {...props}>
              {logo === null ? 'Choose picture' : 'Replace'}
            </Button>
          )}
        </FileButton>
        {logo !== null && (
          <Button size="xs" onClick={() => onChange(null)}>
            Remove
          </Button>
        )}
      </div>
    </Input.Wrapper>
  )
}

/**
 * Returns a chosen picture as a PNG in base64, drawn on white and as small as it may be. Rejects a file that is not a picture.
 */
async function drawLogo(file: File): Promise<string> {
  const picture = await createImageBitmap(file)
  const fits = Math.min(1, MAX.width / picture.width, MAX.height / picture.height)
  for (let scale = fits; ; scale *= SMALLER) {
    const png = drawn(picture, scale)
    if ((png.length * 3) / 4 <= MAX_LOGO_BYTES) return png
  }
}

function drawn(picture: ImageBitmap, scale: number): string {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d')!
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/png').split(',')[1]!
}
