import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

const SEARCH_PAUSE_MS = 150

interface SearchInputProps {
  label: string
  placeholder: string
  /** The text in the address. */
  search: string
  onSearch: (text: string) => void
  className?: string | undefined
}

/** Takes typing at once; the search runs when typing pauses. The address may change the text too (Back). */
export function SearchInput({ label, placeholder, search, onSearch, className }: SearchInputProps) {
  const [text, setText] = useState(search)
  const sent = useRef(search)
  const send = useDebouncedCallback((next: string) => {
    sent.current = next.trim()
    onSearch(sent.current)
  }, SEARCH_PAUSE_MS)

  useEffect(() => {
    if (search !== sent.current) {
      sent.current = search
      setText(search)
    }
  }, [search])

  return (
    <TextInput
      type="search"
      className={className ?? ''}
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      maxLength={200}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        send(event.currentTarget.value)
      }}
    />
  )
}
