import { Button, Group, Modal, NativeSelect } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type MemberRole, memberRoles, type Role, type TeamMember, teamApi } from '@stockcast/contract'
import { call } from '../../api/client.ts'
import { useSession } from '../../session/use-session.ts'
import { formatBillingDate, formatLongInstant } from '../../ui/format/days.ts'
import { notifySuccess } from '../../ui/messages/notify.tsx'
import classes from '../../ui/settings/settings.module.css'
import { WithTimes } from '../../ui/with-times.tsx'
import { HandOver } from './hand-over.tsx'
import { useChangeTeam } from './use-change-team.ts'
import { enterShop } from './use-open-shop.ts'

/** Shows a person of the shop. Its owner changes roles, removes people and hands the shop over; others can leave. */
export function PersonRow({ person, isManaged }: { person: TeamMember; isManaged: boolean }) {
  const { timeZone } = useSession().merchant
  const { userId, email, role, isYou, joinedAt, devices } = person
  const change = useChangeTeam((next: MemberRole) =>
    call(teamApi.changeRole, { params: { userId }, body: { role: next } }),
  )
  const canChange = isManaged && role !== 'owner'
  const facts = [
    canChange ? null : roleWords[role],
    joinedAt === null ? null : `${canChange ? 'Since' : 'since'} ${formatBillingDate(joinedAt, timeZone)}`,
  ]
  return (
    <li className={classes.split}>
      <div className={classes.storeText} style={{ flexBasis: '20rem' }}>
        <p>
          <b>{email}</b>
          {isYou && ' (you)'}
        </p>
        <p>{facts.filter((fact) => fact !== null).join(', ')}</p>
        {isManaged &&
          devices.map(({ device, signedInAt, lastSeenAt }) => (
            <p key={`${device} ${signedInAt} ${lastSeenAt}`}>
              {device}, signed in {formatBillingDate(signedInAt, timeZone)}, last seen{' '}
              <WithTimes>{formatLongInstant(lastSeenAt, timeZone)}</WithTimes>
            </p>
          ))}
      </div>
      <Group gap={8}>
        {canChange && (
          <NativeSelect
            size="xs"
            aria-label={`Role of ${email}`}
            data={roleChoices}
            value={role}
            disabled={change.isPending}
            onChange={(event) => change.mutate(event.currentTarget.value as MemberRole)}
          />
        )}
        {canChange && devices.length > 0 && <SignOut person={person} />}
        {canChange && <HandOver person={person} />}
        {role !== 'owner' && (canChange || isYou) && <Remove person={person} />}
      </Group>
    </li>
  )
}

function SignOut({ person: { userId, email } }: { person: TeamMember }) {
  const signOut = useChangeTeam(
    () => call(teamApi.signOutMember, { params: { userId } }),
    () => notifySuccess({ title: 'Signed out', message: `${email} must sign in again to see this shop.` }),
  )
  return (
    <Button
      size="xs"
      aria-label={`Sign out ${email}`}
      onClick={() => signOut.mutate()}
      loading={signOut.isPending}
    >
      Sign out
    </Button>
  )
}

function Remove({ person: { userId, email, isYou } }: { person: TeamMember }) {
  const [isOpen, { open, close }] = useDisclosure()
  const remove = useChangeTeam(
    () => call(teamApi.removeMember, { params: { userId } }),
    () => (isYou ? enterShop() : close()),
  )
  return (
    <>
      <Button size="xs" onClick={open} aria-label={isYou ? 'Leave this shop' : `Remove ${email}`}>
        {isYou ? 'Leave' : 'Remove'}
      </Button>
      <Modal opened={isOpen} onClose={close} title={isYou ? 'Leave this shop?' : `Remove ${email}?`}>
        <div className={classes.dialog}>
          <p>
            {isYou
              ? 'You see nothing of it any more, and get no more alerts. What you did stays.'
              : 'They see nothing of this shop any more, and get no more alerts. What they did stays.'}
          </p>
          <Group justify="flex-end" gap={8}>
            <Button onClick={close}>Cancel</Button>
            <Button
              color="vermilion"
              variant="filled"
              onClick={() => remove.mutate()}
              loading={remove.isPending}
            >
              {isYou ? 'Leave' : 'Remove'}
            </Button>
          </Group>
        </div>
      </Modal>
    </>
  )
}

export const roleWords: Readonly<Record<Role, string>> = { owner: 'Owner', buyer: 'Buyer', viewer: 'Viewer' }

export const roleChoices = memberRoles.map((value) => ({ value, label: roleWords[value] }))
