import { useEffect } from 'react'
import { type PaletteEntry, paletteGroups } from './entries.ts'
import classes from './palette.module.css'

export const optionId = (listId: string, { id }: PaletteEntry) => `${listId}-${id}`

interface PaletteListProps {
  id: string
  entries: readonly PaletteEntry[]
  chosen: PaletteEntry | undefined
  onHover: (id: string) => void
  onRun: (entry: PaletteEntry) => void
}

/** Lists the results in groups. The focus stays in the field above: options are only highlighted. */
export function PaletteList({ id, entries, chosen, onHover, onRun }: PaletteListProps) {
  const chosenId = chosen && optionId(id, chosen)
  useEffect(() => {
    if (chosenId) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' })
  }, [chosenId])
  const groups = paletteGroups
    .map((name) => ({ name, members: entries.filter(({ group }) => group === name) }))
    .filter(({ members }) => members.length > 0)
  return (
    <div id={id} role="listbox" aria-label="Results" className={classes.list}>
      {groups.map(({ name, members }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset may not be inside a listbox
        <div key={name} role="group" aria-label={name}>
          <div className={classes.group} aria-hidden="true">
            {name}
          </div>
          {members.map((entry) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the field that keeps the focus
            <div
              key={entry.id}
              id={optionId(id, entry)}
              role="option"
              tabIndex={-1}
              aria-selected={entry === chosen}
              className={classes.option}
              onMouseMove={() => onHover(entry.id)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onRun(entry)}
            >
              <entry.icon size={18} stroke={1.75} aria-hidden />
              <span className={classes.label}>{entry.label}</span>
              {entry.hint && <span className={classes.hint}>{entry.hint}</span>}
              {entry.mark}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
