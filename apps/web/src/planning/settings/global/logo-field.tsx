import { Button, FileButton, Input } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import classes from '../../../ui/settings/settings.module.css'
import { drawLogo } from './draw-logo.ts'

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
