import { Button } from '@mantine/core'
import { type Invitation, teamApi } from '@stockcast/contract'
import { call } from '../../api/client.ts'
import { WriteButton } from '../../session/read-only/write-button.tsx'
import { useSession } from '../../session/use-session.ts'
import { formatBillingDate } from '../../ui/format/days.ts'
import { notifySuccess } from '../../ui/messages/notify.tsx'
import classes from '../../ui/settings/settings.module.css'
import { roleWords } from './person-row.tsx'
import { useChangeTeam } from './use-change-team.ts'

/** Lists invitations that have not been accepted yet. */
export function InvitationList({ invitations }: { invitations: readonly Invitation[] }) {
  if (invitations.length === 0) return null
  return (
    <ul className={classes.list} aria-label="Open invitations">
      {invitations.map((invitation) => (
        <Row key={invitation.id} invitation={invitation} />
      ))}
    </ul>
  )
}

function Row({ invitation }: { invitation: Invitation }) {
  const { timeZone } = useSession().merchant
  const { id, email, role, sentAt, expiresAt, isExpired } = invitation
  const resend = useChangeTeam(
    () => call(teamApi.resendInvitation, { params: { id } }),
    () => notifySuccess({ title: 'Invitation sent', message: `We sent a new link to ${email}.` }),
  )
  const revoke = useChangeTeam(() => call(teamApi.revokeInvitation, { params: { id } }))
  const until = `${isExpired ? ', expired' : '. The link works until'} ${formatBillingDate(expiresAt, timeZone)}`
  return (
    <li className={classes.split}>
      <div className={classes.storeText}>
        <p>
          <b>{email}</b>
        </p>
        <p>
          {roleWords[role]}, invited {formatBillingDate(sentAt, timeZone)}
          {until}
        </p>
      </div>
      <WriteButton
        size="xs"
        onClick={() => resend.mutate()}
        loading={resend.isPending}
        aria-label={`Send again to ${email}`}
      >
        Send again
      </WriteButton>
      <Button
        size="xs"
        onClick={() => revoke.mutate()}
        loading={revoke.isPending}
        aria-label={`Take back the invitation of ${email}`}
      >
        Take back
      </Button>
    </li>
  )
}
