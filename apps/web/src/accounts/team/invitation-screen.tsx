import { Button } from '@mantine/core'
import { type InvitationView, invitationViewSchema, teamApi } from '@stockcast/contract'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { hasAccessToken } from '../../api/access-token.ts'
import { call } from '../../api/client.ts'
import { accountQuery } from '../../api/queries.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { ask, signIn, tell } from '../../session/auth-client.ts'
import { useSignOut } from '../../session/use-sign-out.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { getFailure } from '../../ui/messages/error-messages.ts'
import { tellFailure } from '../../ui/messages/notify.tsx'
import { Loading } from '../../ui/states.tsx'
import { AuthLayout } from '../auth/auth-layout.tsx'
import { NewPasswordForm } from '../auth/new-password-field.tsx'
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
    queryFn: () => ask('/invitation', { token }, invitationViewSchema),
    retry: false,
  })
  if (data) return <Invited invitation={data} token={token} />
  return (
    <AuthLayout
      title="Invitation"
      heading={error ? 'This invitation does not work' : ''}
      toSignIn={error !== null && 'Go to Sign In'}
    >
      {error ? (
        <p className="muted" role="alert">
          {error.message}
        </p>
      ) : (
        <Loading label="Loading the invitation...">{null}</Loading>
      )}
    </AuthLayout>
  )
}

function Invited({ invitation, token }: { invitation: InvitationView; token: string }) {
  const { owner, shopName, role, email, hasAccount } = invitation
  return (
    <AuthLayout title="Invitation" heading={`Join ${shopName ?? 'a shop'}`}>
      <p className="muted" style={{ marginBottom: 18 }}>
        {owner} invites {email}. {may[role]} It costs you nothing.
      </p>
      {!hasAccount && <NewMember token={token} email={email} />}
      {hasAccount &&
        (hasAccessToken() ? <Join token={token} email={email} /> : <SignInFirst token={token} />)}
    </AuthLayout>
  )
}

function NewMember({ token, email }: { token: string; email: string }) {
  return (
    <NewPasswordForm
      label="Choose a password"
      action="Join the shop"
      save={async (password) => {
        await tell('/invitation/accept', { token, password })
        await signIn({ email, password })
        window.location.assign('/dashboard')
      }}
      getFailure={(error) => ({ ...getFailure('join_team', error), message: error.message })}
    />
  )
}

function SignInFirst({ token }: { token: string }) {
  return (
    <ButtonLink
      variant="filled"
      size="md"
      fullWidth
      to="/auth"
      search={{ redirect: `/invitation?${new URLSearchParams({ token })}` }}
    >
      Sign in to join
    </ButtonLink>
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
    onError: tellFailure('join_team'),
  })
  if (account.data && account.data.email.toLowerCase() !== email) {
    return (
      <>
        <p className="muted" style={{ marginBottom: 18 }} role="alert">
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
