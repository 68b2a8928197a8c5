import { Button, Group, Title } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ApiError } from '../../api/api-error.ts'
import { reloadPage } from '../../ui/browser/reload-page.ts'
import { sharedTexts } from '../../ui/messages/shared-texts.ts'
import classes from '../../ui/pages/plain-page.module.css'
import { PlainPage } from '../../ui/pages/plain-page.tsx'

/** Replaces a screen that could not be shown: says what happened and offers a way on. */
export function FailureScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const { reset: resetQueries } = useQueryErrorResetBoundary()
  const { title, text } = describe(error)
  const retry = () => {
    resetQueries()
    reset()
    void router.invalidate()
  }
  useWindowEvent('online', retry)
  return (
    <PlainPage title={title}>
      <div role="alert">
        <Title order={1} tabIndex={-1} data-page-title>
          {title}
        </Title>
        <p className={classes.text}>{text}</p>
      </div>
      <Group gap="xs">
        <Button variant="filled" onClick={retry}>
          Try again
        </Button>
        <Button onClick={reloadPage}>Reload the page</Button>
      </Group>
    </PlainPage>
  )
}

function describe(error: unknown): { title: string; text: string } {
  if (error instanceof ApiError && error.code === 'unreachable') {
    return {
      title: 'No connection',
      text: navigator.onLine
        ? 'Stockcast did not answer. Check your connection; nothing was changed.'
        : 'You are offline. This page opens by itself once you are back.',
    }
  }
  if (error instanceof ApiError && error.status >= 500) {
    return {
      title: 'The server has a problem',
      text: 'Your data is safe and nothing was changed. Try again in a moment.',
    }
  }
  return {
    title: 'This page could not be shown',
    text: sharedTexts.pageFault,
  }
}
