import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ShopEvent } from '@stockcast/contract'
import { IconCalendar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { WriteButton } from '../../../app/read-only/write-button.tsx'
import { sentenceOf } from '../../../messages/error-messages.ts'
import { SectionHeader } from '../../../ui/page-header.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import classes from './calendar.module.css'
import { eventDays, eventEffect, eventTitle } from './calendar-words.ts'
import { EventDialog } from './event-dialog.tsx'
import { calendarQuery, useCalendarChanges } from './use-calendar.ts'

/**
 * Lists the closings, sales and one-off orders of the shop, or those that concern one product. What was found in the sales comes
 * first, to be confirmed or denied.
 */
export function CalendarSection({ variant }: { variant: { variantId: number; title: string } | null }) {
  const { data, error, refetch, isFetching } = useQuery(calendarQuery(variant?.variantId))
  const [isAdding, { open, close }] = useDisclosure()
  const changes = useCalendarChanges()
  const events = (data?.events ?? []).filter(({ status }) => status !== 'denied')
  return (
    <section aria-labelledby="calendar" className={classes.section}>
      <SectionHeader
        id="calendar"
        title="Calendar"
        note="Closed days are not learned from; a sale is no new level. What you enter ahead is forecast."
        aside={
          <WriteButton size="xs" onClick={open}>
            Add closing or sale
          </WriteButton>
        }
      />
      <EventDialog
        key={String(isAdding)}
        variant={variant}
        today={data?.today ?? ''}
        isOpen={isAdding}
        isSaving={changes.add.isPending}
        onClose={close}
        onAdd={(event) => {
          changes.add.mutate(event)
          close()
        }}
      />
      {error && (
        <ErrorState
          title="Failed to load the calendar"
          message={sentenceOf(error)}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {data && events.length === 0 && (
        <EmptyState
          icon={IconCalendar}
          title="No closing or sale is known"
          hint="Days on which the whole shop was closed or sold far more than usual are found and listed here."
        />
      )}
      {events.length > 0 && (
        <ul className={classes.events}>
          {events.map((event) => (
            <Entry
              key={event.id}
              event={event}
              onAnswer={(answer) => changes.answer.mutate({ id: event.id, answer })}
              onRemove={() => changes.remove.mutate({ id: event.id })}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

interface EntryProps {
  event: ShopEvent
  onAnswer: (answer: 'confirmed' | 'denied') => void
  onRemove: () => void
}

function Entry({ event, onAnswer, onRemove }: EntryProps) {
  const isProposal = event.status === 'proposed'
  const title = eventTitle(event)
  return (
    <li className={classes.event} data-proposal={isProposal}>
      <div className={classes.words}>
        <p>
          <b>{isProposal ? `Found in your sales: ${title.toLowerCase()}` : title}</b>{' '}
          <span className={classes.days}>{eventDays(event)}</span>
        </p>
        <p className={classes.effect}>{eventEffect(event)}</p>
      </div>
      <div className={classes.actions}>
        {isProposal ? (
          <>
            <WriteButton size="xs" variant="filled" onClick={() => onAnswer('confirmed')}>
              Confirm
            </WriteButton>
            <Button size="xs" onClick={() => onAnswer('denied')}>
              {event.kind === 'closed' ? 'Not a closing' : 'Not a sale'}
            </Button>
          </>
        ) : (
          <WriteButton size="xs" variant="subtle" aria-label={`Remove ${title}`} onClick={onRemove}>
            Remove
          </WriteButton>
        )}
      </div>
    </li>
  )
}
