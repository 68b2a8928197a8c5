import { Button, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type InvitationView, invitationViewSchema, teamApi } from '@stockcast/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { hasAccessToken } from '../../api/access-token.ts'
import { call } from '../../api/client.ts'
import { accountQuery } from '../../api/queries.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { ask, signIn, tell } from '../../session/auth-client.ts'
import { useSignOut } from '../../session/use-sign-out.ts'
import { getFailure } from '../../ui/messages/error-messages.ts'
import { notifyFailure } from '../../ui/messages/notify.tsx'
import { Loading } from '../../ui/states.tsx'
import classes from '../auth/auth.module.css'
import { AuthLayout } from '../auth/auth-layout.tsx'
import { checkNewPassword, newPasswordFault } from '../auth/credentials.ts'
import { NewPasswordField } from '../auth/new-password-field.tsx'
import { enterShop } from './use-open-shop.ts'

const may = {
  buyer: 'As a buyer you can order, work with suppliers, import files, set products and act on alerts.',
  viewer: 'As a viewer you can see everything and change nothing.',
} as const

/** Takes an invitation, from the link that was mailed: with a new account, or with the one of the address. */
export function InvitationScreen() {
  const { token = '' } = useSearch({ from: '/invitation' })
  const { data, error } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => readInvitation(token),
    retry: false,
  })
  return (
    <AuthLayout title="Invitation">
      {data ? <Invited invitation={data} token={token} /> : <Unread error={error} />}
    </AuthLayout>
  )
}

function Unread({ error }: { error: Error | null }) {
  if (error === null) return <Loading label="Loading the invitation...">{null}</Loading>
  return (
    <>
      <Heading>This invitation does not work</Heading>
      <p className={classes.text} role="alert">
        {error.message}
      </p>
      <p className={classes.text} style={{ marginTop: 18 }}>
        <Link to="/auth" className={classes.link}>
          Go to Sign In
        </Link>
      </p>
    </>
  )
}

function Heading({ children }: { children: string }) {
  return (
    <Title order={1} tabIndex={-1} data-page-title className={classes.title}>
      {children}
    </Title>
  )
}

function Invited({ invitation, token }: { invitation: InvitationView; token: string }) {
  const { owner, shopName, role, email, hasAccount } = invitation
  return (
    <>
      <Heading>{`Join ${shopName ?? 'a shop'}`}</Heading>
      <p className={classes.text} style={{ marginBottom: 18 }}>
        {owner} invites {email}. {may[role]} It costs you nothing.
      </p>
      {!hasAccount && <NewMember token={token} email={email} />}
      {hasAccount &&
        (hasAccessToken() ? <Join token={token} email={email} /> : <SignInFirst token={token} />)}
    </>
  )
}

function NewMember({ token, email }: { token: string; email: string }) {
  const form = useForm({ initialValues: { password: '' }, validate: { password: checkNewPassword } })
  const accept = useMutation({
    mutationFn: async ({ password }: { password: string }) => {
      await acceptInvitation({ token, email, password })
      window.location.assign('/dashboard')
    },
    onError: (error) => {
      const fault = newPasswordFault(error)
      if (fault !== null) form.setFieldError('password', fault)
      notifyFailure({ title: getFailure('join_team', error).title, message: error.message })
    },
  })
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => accept.mutate(values))}>
      <NewPasswordField {...form.getInputProps('password')} label="Choose a password" />
      <Button type="submit" variant="filled" size="md" fullWidth loading={accept.isPending}>
        Join the shop
      </Button>
    </form>
  )
}

function SignInFirst({ token }: { token: string }) {
  return (
    <Button
      variant="filled"
      size="md"
      fullWidth
      renderRoot={(props) => (
        <Link to="/auth" search={{ redirect: `/invitation?${new URLSearchParams({ token })}` }} {...props} />
      )}
    >
      Sign in to join
    </Button>
  )
}

function Join({ token, email }: { token: string; email: string }) {
  const account = useQuery(accountQuery())
  const signOut = useSignOut()
  const join = useMutation({
    mutationFn: async () => {
      await call(teamApi.join, { body: { token } })
      await enterShop()
    },
    onError: (error) => notifyFailure(getFailure('join_team', error)),
  })
  if (account.data && account.data.email.toLowerCase() !== email) {
    return (
      <>
        <p className={classes.text} style={{ marginBottom: 18 }} role="alert">
          You are signed in as {account.data.email}. Sign out, then open the link again.
        </p>
        <Button size="md" fullWidth onClick={signOut}>
          Sign out
        </Button>
      </>
    )
  }
  return (
    <Button variant="filled" size="md" fullWidth onClick={() => join.mutate()} loading={join.isPending}>
      Join the shop
    </Button>
  )
}

/** Reads what a mailed link invites to. */
function readInvitation(token: string): Promise<InvitationView> {
  return ask('/invitation', { token }, invitationViewSchema)
}

/** Makes the account of somebody who was invited, and signs in to it. */
async function acceptInvitation(args: { token: string; email: string; password: string }): Promise<void> {
  const { token, email, password } = args
  await tell('/invitation/accept', { token, password })
  await signIn({ email, password })
}
