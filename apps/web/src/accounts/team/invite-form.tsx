import { NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { INVITATION_DAYS, type MemberRole, teamApi } from '@stockcast/contract'
import { call } from '../../api/client.ts'
import { WriteButton } from '../../session/read-only/write-button.tsx'
import { notifySuccess } from '../../ui/messages/notify.tsx'
import classes from '../../ui/settings/settings.module.css'
import { checkEmail } from '../auth/credentials.ts'
import { roleChoices } from './person-row.tsx'
import { useChangeTeam } from './use-change-team.ts'

/** Invites somebody by mail. */
export function InviteForm() {
  const form = useForm<{ email: string; role: MemberRole }>({
    initialValues: { email: '', role: 'buyer' },
    validate: { email: checkEmail },
  })
  const invite = useChangeTeam(
    ({ email, role }: { email: string; role: MemberRole }) =>
      call(teamApi.invite, { body: { email: email.trim(), role } }),
    ({ email }) => {
      form.reset()
      notifySuccess({ title: 'Invitation sent', message: `We sent a link to ${email.trim()}.` })
    },
  )
  return (
    <form noValidate onSubmit={form.onSubmit((values) => invite.mutate(values))}>
      <div className={classes.fields}>
        <TextInput
          {...form.getInputProps('email')}
          type="email"
          label="Their email"
          autoComplete="off"
          autoCapitalize="none"
        />
        <NativeSelect {...form.getInputProps('role')} label="Role" data={roleChoices} />
      </div>
      <div className={classes.foot}>
        <p className={classes.footNote}>The link works once, for {INVITATION_DAYS} days.</p>
        <WriteButton type="submit" loading={invite.isPending}>
          Send invitation
        </WriteButton>
      </div>
    </form>
  )
}
