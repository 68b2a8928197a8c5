import { useHotkeys } from '@mantine/hooks'
import { useCallback, useRef, useState } from 'react'

export interface PaletteState {
  isOpen: boolean
  /** False until the first opening, so that nothing of it is loaded before. */
  wasOpened: boolean
  open: () => void
  /** The focus goes back to where it was. */
  close: () => void
}

/** Ctrl/Cmd+K opens and closes the search over everything, from any field. */
export function usePalette(): PaletteState {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const opener = useRef<HTMLElement | null>(null)
  const open = useCallback(() => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    setWasOpened(true)
    setOpen(true)
  }, [])
  const close = useCallback(() => {
    setOpen(false)
    opener.current?.focus()
  }, [])
  useHotkeys([['mod+k', isOpen ? close : open]], [])
  return { isOpen, wasOpened, open, close }
}

/** The keys as they are called on this machine. */
export const paletteKeys = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'
