import { Button, type ButtonProps } from '@mantine/core'
import { useHasDemo } from './use-has-demo.ts'
import { useTryDemo } from './use-try-demo.ts'

/** Shows the button of the demo; nothing where the demo is switched off. */
export function TryDemoButton({ size }: Pick<ButtonProps, 'size'>) {
  const hasDemo = useHasDemo()
  const demo = useTryDemo()
  if (!hasDemo) return null
  return (
    <Button {...(size === undefined ? {} : { size })} loading={demo.isPending} onClick={() => demo.mutate()}>
      Try the demo
    </Button>
  )
}
