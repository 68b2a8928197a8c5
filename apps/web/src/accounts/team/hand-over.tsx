import { Button, Group, Modal, PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { type TeamMember, teamApi } from '@stockcast/contract'
import { call } from '../../api/client.ts'
import classes from '../../ui/settings/settings.module.css'
import { checkPassword } from '../auth/credentials.ts'
import { useChangeTeam } from './use-change-team.ts'
import { enterShop } from './use-open-shop.ts'

/** Hands the shop over to a member, or says why that is not possible and what to do. */
export function HandOver({ person }: { person: TeamMember }) {
  const [isOpen, { open, close }] = useDisclosure()
  const { email, noOwnerBecause } = person
  return (
    <>
      <Button size="xs" onClick={open} aria-label={`Hand over the shop to ${email}`}>
        Hand over the shop
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={noOwnerBecause === null ? 'Hand the shop over?' : 'Not to this person yet'}
      >
        {noOwnerBecause === null ? (
          <HandOverForm person={person} onClose={close} />
        ) : (
          <div className={classes.dialog}>
            <p>
              <b>{email}</b> {reasons[noOwnerBecause]}
            </p>
            <Group justify="flex-end" gap={8}>
              <Button onClick={close}>Close</Button>
            </Group>
          </div>
        )}
      </Modal>
    </>
  )
}

const reasons: Record<NonNullable<TeamMember['noOwnerBecause']>, string> = {
  has_own_shop:
    'has a shop of their own in Stockcast, perhaps an empty one, and one address can own one shop. Invite another address of theirs, then hand the shop over to that one.',
  unconfirmed:
    'has not confirmed this address. Ask them to follow the link that was sent to it, then try again.',
}

function HandOverForm({ person: { userId, email }, onClose }: { person: TeamMember; onClose: () => void }) {
  const form = useForm({ initialValues: { password: '' }, validate: { password: checkPassword } })
  const handOver = useChangeTeam(
    ({ password }: { password: string }) => call(teamApi.handOver, { body: { userId, password } }),
    enterShop,
  )
  return (
    <form noValidate onSubmit={form.onSubmit((values) => handOver.mutate(values))} className={classes.dialog}>
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
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" color="vermilion" variant="filled" loading={handOver.isPending}>
          Hand over
        </Button>
      </Group>
    </form>
  )
}
