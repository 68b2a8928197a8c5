import { Button, Group, Modal, NativeSelect, PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { type MemberRole, type TeamMember, teamApi } from '@stockcast/contract'
import { call } from '../../api/client.ts'
import { useSession } from '../../session/use-session.ts'
import { formatBillingDate } from '../../ui/format/days.ts'
import classes from '../../ui/settings/settings.module.css'
import { checkPassword } from '../auth/credentials.ts'
import { roleChoices, roleWords } from './role-words.ts'
import { useChangeTeam } from './use-change-team.ts'
import { enterShop } from './use-open-shop.ts'

/** Shows a person of the shop. Its owner changes roles, removes people and hands the shop over; others can leave. */
export function PersonRow({ person, isManaged }: { person: TeamMember; isManaged: boolean }) {
  const { timeZone } = useSession().merchant
  const { userId, email, role, isYou, joinedAt, lastSeenAt } = person
  const change = useChangeTeam((next: MemberRole) =>
    call(teamApi.changeRole, { params: { userId }, body: { role: next } }),
  )
  const canChange = isManaged && role !== 'owner'
  const facts = [
    canChange ? null : roleWords[role],
    joinedAt === null ? null : `since ${formatBillingDate(joinedAt, timeZone)}`,
    lastSeenAt === null || isYou ? null : `last seen ${formatBillingDate(lastSeenAt, timeZone)}`,
  ]
  return (
    <li className={classes.split}>
      <div className={classes.storeText}>
        <p>
          <b>{email}</b>
          {isYou && ' (you)'}
        </p>
        <p>{facts.filter((fact) => fact !== null).join(', ')}</p>
      </div>
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
      {canChange && <HandOver person={person} />}
      {role !== 'owner' && (canChange || isYou) && <Remove person={person} />}
    </li>
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

function HandOver({ person: { userId, email } }: { person: TeamMember }) {
  const [isOpen, { open, close }] = useDisclosure()
  const form = useForm({ initialValues: { password: '' }, validate: { password: checkPassword } })
  const handOver = useChangeTeam(
    ({ password }: { password: string }) => call(teamApi.handOver, { body: { userId, password } }),
    enterShop,
  )
  return (
    <>
      <Button size="xs" onClick={open} aria-label={`Hand over the shop to ${email}`}>
        Hand over
      </Button>
      <Modal opened={isOpen} onClose={close} title="Hand the shop over?">
        <form
          noValidate
          onSubmit={form.onSubmit((values) => handOver.mutate(values))}
          className={classes.dialog}
        >
          <p>
            <b>{email}</b> becomes the owner and decides about the team, the plan and the store. You stay as a
            buyer. The card on file stays until they replace it.
          </p>
          <PasswordInput
            {...form.getInputProps('password')}
            label="Your password"
            autoComplete="current-password"
            data-autofocus
          />
          <Group justify="flex-end" gap={8}>
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" color="vermilion" variant="filled" loading={handOver.isPending}>
              Hand over
            </Button>
          </Group>
        </form>
      </Modal>
    </>
  )
}
