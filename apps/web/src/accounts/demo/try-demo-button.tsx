import { Button, type ButtonProps } from '@mantine/core'
import { useHasDemo } from './use-has-demo.ts'
import { useTryDemo } from './use-try-demo.ts'

/** Shows the buttons of the demo and of the sample shop; nothing where the demo is switched off. */
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
