import { Button } from '@mantine/core'
import { TRIAL_DAYS, teamApi } from '@stockcast/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { useIsOwner, useSession } from '../../session/use-session.ts'
import { getFailure } from '../../ui/messages/error-messages.ts'
import classes from '../../ui/settings/settings.module.css'
import { SettingsRow } from '../../ui/settings/settings-row.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { InvitationList } from './invitation-list.tsx'
import { InviteForm } from './invite-form.tsx'
import { PersonRow } from './person-row.tsx'
import { useOpenShop } from './use-open-shop.ts'

/** Reads who belongs to the shop. Apart from the other queries, because few screens need it. */
const teamQuery = () =>
  queryOptions({
    queryKey: queryKeys.team,
    queryFn: ({ signal }) => call(teamApi.get, {}, signal),
  })

/** Shows who belongs to the shop, and lets its owner invite and remove people. */
export function TeamSection() {
  const isOwner = useIsOwner()
  const { merchant } = useSession()
  const { data, error, refetch, isFetching } = useQuery(teamQuery())
  const note = isOwner
    ? 'Who else sees this shop. A buyer orders, imports and acts on alerts; a viewer only reads. The price stays the same.'
    : `Who belongs to the shop of ${merchant.email}.`
  return (
    <SettingsRow title="Team" note={note}>
      {data ? (
        <>
          {data.people.length > 1 && (
            <ul className={classes.list} aria-label="People">
              {data.people.map((person) => (
                <PersonRow key={person.userId} person={person} isManaged={isOwner} />
              ))}
            </ul>
          )}
          <InvitationList invitations={data.invitations} />
          {isOwner && <InviteForm />}
          <OwnShop />
        </>
      ) : error === null ? (
        <Loading label="Loading team..." h={72} />
      ) : (
        <ErrorState {...getFailure('load_team', error)} retry={{ refetch, isFetching }} />
      )}
    </SettingsRow>
  )
}

/** Lets somebody who belongs to shops of others alone open one of their own. */
function OwnShop() {
  const { homeId, isMemberOnly } = useSession().user
  const open = useOpenShop()
  if (!isMemberOnly) return null
  return (
    <div className={classes.foot}>
      <p className={classes.footNote}>You can also run a shop of your own, with a {TRIAL_DAYS}-day trial.</p>
      <Button onClick={() => open.mutate(homeId)} loading={open.isPending}>
        Open my own shop
      </Button>
    </div>
  )
}
