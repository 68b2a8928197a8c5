import { Skeleton } from '@mantine/core'
import type { ForecastOverride } from '@stockcast/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { WriteButton } from '../../session/read-only/write-button.tsx'
import { useSession } from '../../session/use-session.ts'
import { toSentence } from '../../ui/messages/error-messages.ts'
import { SectionHeader } from '../../ui/page-header.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import {
  judgementWords,
  overrideDays,
  overrideScope,
  overrideTitle,
  overrideUnits,
  valueAddedWords,
} from './override-words.ts'
import classes from './overrides.module.css'
import { overridesQuery, useOverrideChanges } from './use-overrides.ts'

interface OverrideListProps {
  variantId: number
  /** The button that makes another change. */
  action: ReactNode
  onEdit: (override: ForecastOverride) => void
}

/** Lists the changes of a product's forecast by hand, and what they did to it. */
export default function OverrideList({ variantId, action, onEdit }: OverrideListProps) {
  const { data, error, refetch, isFetching } = useQuery(overridesQuery(variantId))
  const { remove } = useOverrideChanges()
  const { email } = useSession().merchant
  const current = data?.overrides.filter(({ state }) => state !== 'ended') ?? []
  return (
    <section aria-labelledby="changed-forecast" className={classes.section}>
      <SectionHeader
        id="changed-forecast"
        title="Changed by hand"
        note={
          current.length > 1
            ? 'Where days overlap, the change for fewer products counts, and of two such the newer one.'
            : undefined
        }
        aside={action}
      />
      {error && !data && (
        <ErrorState
          title="Failed to load the changes"
          message={toSentence(error)}
          retry={{ refetch, isFetching }}
        />
      )}
      {!data && !error && (
        <Loading label="Loading the changes...">
          <Skeleton h={60} />
        </Loading>
      )}
      <ul className="bareList">
        {data?.overrides.map((override) => (
          <Entry
            key={override.id}
            override={override}
            own={email}
            onEdit={() => onEdit(override)}
            onRemove={() => remove.mutate(override)}
          />
        ))}
      </ul>
      {valueAddedWords(data?.valueAdded ?? [], email).map((words) => (
        <p key={words}>{words}</p>
      ))}
    </section>
  )
}

interface EntryProps {
  override: ForecastOverride
  /** Who reads it. */
  own: string
  onEdit: () => void
  onRemove: () => void
}

function Entry({ override, own, onEdit, onRemove }: EntryProps) {
  const { reason, author, isFarOff, state } = override
  const scope = overrideScope(override)
  const judgement = judgementWords(override)
  return (
    <li className={classes.entry}>
      <div className={classes.words}>
        <p>
          <b>{overrideTitle(override)}</b> <span className={classes.quiet}>{overrideDays(override)}</span>
        </p>
        <p className={classes.quiet}>
          {scope !== '' && `For ${scope}. `}
          <span className={isFarOff ? classes.far : undefined}>
            {overrideUnits(override)}
            {isFarOff && ', more than 30% apart'}
          </span>
          {reason !== '' && `. ${reason}`}
          {author !== own && `. By ${author}`}
        </p>
        {judgement !== '' && <p>{judgement}</p>}
      </div>
      {state !== 'ended' && (
        <div className={classes.actions}>
          <WriteButton
            size="xs"
            variant="subtle"
            aria-label={`Edit ${overrideTitle(override)}, ${overrideDays(override)}`}
            onClick={onEdit}
          >
            Edit
          </WriteButton>
          <WriteButton
            size="xs"
            variant="subtle"
            aria-label={`Remove ${overrideTitle(override)}, ${overrideDays(override)}`}
            onClick={onRemove}
          >
            Remove
          </WriteButton>
        </div>
      )}
    </li>
  )
}
