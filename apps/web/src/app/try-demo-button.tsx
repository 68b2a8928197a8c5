import { Button, type ButtonProps } from '@mantine/core'
import { useTryDemo } from './use-try-demo.ts'

export function TryDemoButton({ size }: Pick<ButtonProps, 'size'>) {
  const demo = useTryDemo()
  return (
    <Button {...(size === undefined ? {} : { size })} loading={demo.isPending} onClick={() => demo.mutate()}>
      Try the demo
    </Button>
  )
}
