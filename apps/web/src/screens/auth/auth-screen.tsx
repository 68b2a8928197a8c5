import { PageHeader } from '../../theme/page-header.tsx'

export function AuthScreen() {
  return <PageHeader title="Sign In" />
}
