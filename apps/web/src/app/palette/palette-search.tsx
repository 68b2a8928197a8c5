import { VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconBox, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useState } from 'react'
import { productsQuery } from '../../api/queries.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import { getFailure } from '../../ui/messages/error-messages.ts'
import { StatusMark } from '../../ui/status-mark.tsx'
import { matchingEntries, type PaletteEntry } from './entries.ts'
import classes from './palette.module.css'
import { optionId, PaletteList } from './palette-list.tsx'
import { useActionEntries } from './use-action-entries.ts'
import { useScreenEntries } from './use-screen-entries.ts'

const PAUSE_MS = 150

const MAX = 6

const MAX_TYPED = 200

/** Shows a combobox: the field keeps the focus, the arrow keys choose, Enter runs. */
export function PaletteSearch({ onClose, takeTyped }: { onClose: () => void; takeTyped: () => string }) {
  const listId = useId()
  const [text, setText] = useState('')
  const [chosenId, setChosenId] = useState<string | null>(null)
  const products = useProductEntries(text)
  const fixed = matchingEntries([...useScreenEntries(), ...useActionEntries()], text)
  const entries = [...products.entries, ...fixed]
  const chosen = entries.find(({ id }) => id === chosenId) ?? entries[0]

  const run = (entry: PaletteEntry) => {
    onClose()
    entry.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && chosen) run(chosen)
    const next = entryAfterKey(entries, chosen, event.key)
    if (next) setChosenId(next.id)
    if (next || event.key === 'Enter') event.preventDefault()
  }
  const isNothing = entries.length === 0 && !products.isWaiting && !products.error

  return (
    <>
      <div className={classes.field}>
        <IconSearch size={18} stroke={1.75} aria-hidden />
        <input
          type="text"
          role="combobox"
          aria-label="Search products, screens and actions"
          aria-expanded={entries.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={chosen && optionId(listId, chosen)}
          placeholder="Search products, screens and actions"
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_TYPED}
          data-autofocus
          value={text}
          onFocus={() => {
            const ahead = takeTyped()
            if (ahead !== '') setText(ahead)
          }}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setChosenId(null)
          }}
          onKeyDown={onKeyDown}
        />
        <kbd>Esc</kbd>
      </div>
      <PaletteList id={listId} entries={entries} chosen={chosen} onHover={setChosenId} onRun={run} />
      {products.error && <p className={classes.note}>{getFailure('load_products', products.error).title}</p>}
      {isNothing && <p className={classes.note}>Nothing is called “{text.trim()}”.</p>}
      <VisuallyHidden role="status">
        {text !== '' && !products.isWaiting && formatCount(entries.length, 'result')}
      </VisuallyHidden>
    </>
  )
}

function entryAfterKey(
  entries: readonly PaletteEntry[],
  chosen: PaletteEntry | undefined,
  key: string,
): PaletteEntry | undefined {
  const at = chosen ? entries.indexOf(chosen) : -1
  if (key === 'ArrowDown') return entries[(at + 1) % entries.length]
  if (key === 'ArrowUp') return entries.at(at - 1)
  return undefined
}

/** Finds products of the whole catalogue by title or SKU, at the server, once the typing pauses. */
function useProductEntries(text: string) {
  const navigate = useNavigate()
  const [search] = useDebouncedValue(text.trim(), PAUSE_MS)
  const isAsked = search !== '' && text.trim() !== ''
  const { data, error } = useQuery({
    ...productsQuery({ search, pageSize: MAX }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  const rows = isAsked ? (data?.rows ?? []) : []
  const entries = rows.map(
    ({ variantId, title, sku, status }): PaletteEntry => ({
      id: `product-${variantId}`,
      group: 'Products',
      label: title,
      icon: IconBox,
      hint: sku,
      mark: <StatusMark status={status} />,
      run: () => void navigate({ to: '/products/$variantId', params: { variantId: String(variantId) } }),
    }),
  )
  return {
    entries,
    error: isAsked ? error : null,
    isWaiting: text.trim() !== '' && (!data || search !== text.trim()),
  }
}
