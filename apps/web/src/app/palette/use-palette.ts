import { useHotkeys } from '@mantine/hooks'
import { useCallback, useEffect, useRef, useState } from 'react'

export interface PaletteState {
  isOpen: boolean
  /** False until it is opened first, so that none of it is loaded before. */
  wasOpened: boolean
  open: () => void
  /** Moves the focus back to where it was. */
  close: () => void
  /** Returns what was typed since `open`, once the field can take the keys itself. */
  takeTyped: () => string
}

/** Opens and closes the global search with Ctrl/Cmd+K, from any field. */
export function usePalette(): PaletteState {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const takeTyped = useRef<() => string>(() => '')
  const opener = useRef<HTMLElement | null>(null)
  // The page gets its keys back when the shell is gone, as after a search that could not be loaded.
  useEffect(() => () => void takeTyped.current(), [])
  const open = useCallback(() => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    takeTyped.current()
    takeTyped.current = keepTyping()
    setWasOpened(true)
    setOpen(true)
  }, [])
  const close = useCallback(() => {
    setOpen(false)
    takeTyped.current()
    opener.current?.focus()
  }, [])
  useHotkeys([['mod+k', isOpen ? close : open]], [])
  return { isOpen, wasOpened, open, close, takeTyped: () => takeTyped.current() }
}

/** Returns the name of the keys on this machine. */
export const paletteKeys = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'

/** Keeps what is typed from now on, away from the page; the returned function ends that and returns the text, once. */
export function keepTyping(): () => string {
  let text = ''
  const onKey = (event: KeyboardEvent) => {
    const { key } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (key.length === 1) text += key
    else if (key === 'Backspace') text = text.slice(0, -1)
    else if (key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('keydown', onKey, true)
  return () => {
    window.removeEventListener('keydown', onKey, true)
    const taken = text
    text = ''
    return taken
  }
}
