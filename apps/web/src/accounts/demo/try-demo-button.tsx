import { Button, type ButtonProps } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { useMutation } from '../../api/use-mutation.ts'
import { signInToDemo } from '../../session/auth-client.ts'
import { demoSignInFailure } from '../../ui/messages/error-messages.ts'
import { notifyFailure } from '../../ui/messages/notify.tsx'

/** Shows the buttons of the demo and of the sample shop; nothing if the demo is switched off. */
export function TryDemoButton({ size }: Pick<ButtonProps, 'size'>) {
  const hasDemo = useHasDemo()
  const demo = useTryDemo()
  if (!hasDemo) return null
  const button = (sample: 'store' | 'shop', label: string) => (
    <Button
      {...(size === undefined ? {} : { size })}
      loading={demo.isPending && demo.variables === sample}
      onClick={() => demo.mutate(sample)}
    >
      {label}
    </Button>
  )
  return (
    <>
      {button('store', 'Try the demo')}
      {button('shop', 'Explore a sample shop')}
    </>
  )
}

/** Leads from one click to the dashboard of the sample store, or of the larger sample shop, without an account. */
function useTryDemo() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (sample: 'store' | 'shop') => {
      await signInToDemo()
      queryClient.clear()
      if (sample === 'shop') await (await import('./use-sample-shop.ts')).loadSampleShop()
    },
    onSuccess: async () => {
      await navigate({ to: '/dashboard' })
    },
    onError: (error) => notifyFailure(demoSignInFailure(error)),
  })
}

const never = () => () => undefined

/**
 * Returns whether this server offers the demo. The server marks it on the `html` element; the
 * built page does not know.
 */
export function useHasDemo(): boolean {
  return useSyncExternalStore(
    never,
    () => document.documentElement.dataset.demo !== 'off',
    () => true,
  )
}
