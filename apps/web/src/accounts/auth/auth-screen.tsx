import { Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { TryDemoButton, useHasDemo } from '../demo/try-demo-button.tsx'
import classes from './auth.module.css'
import { AuthLayout } from './auth-layout.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

/** Shows two tabs, chosen by `?tab=`. */
export function AuthScreen() {
  const search = useSearch({ from: '/auth' })
  const navigate = useNavigate()
  const hasDemo = useHasDemo()
  const tab = search.tab ?? 'signin'
  const choose = (value: string | null) =>
    void navigate({
      to: '/auth',
      replace: true,
      search: { ...search, tab: value === 'signup' ? 'signup' : undefined },
    })
  return (
    <AuthLayout
      title={tab === 'signup' ? 'Sign Up' : 'Sign In'}
      heading={tab === 'signup' ? 'Start your free trial' : 'Welcome back'}
    >
      <Tabs value={tab} onChange={choose} keepMounted={false}>
        <Tabs.List grow>
          <Tabs.Tab value="signin">Sign In</Tabs.Tab>
          <Tabs.Tab value="signup">Sign Up</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="signin">
          <SignInForm redirect={search.redirect} />
        </Tabs.Panel>
        <Tabs.Panel value="signup">
          <SignUpForm onConfirmationSent={() => choose('signin')} />
        </Tabs.Panel>
      </Tabs>
      {hasDemo && (
        <div className={classes.demo}>
          <p>Just looking? The demo has 3 products, the sample shop 60. Neither needs an account.</p>
          <TryDemoButton />
        </div>
      )}
    </AuthLayout>
  )
}
