import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** After a change of page the heading takes the focus, so that a screen reader says where it is. */
export function useRouteFocus(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation === undefined || !pathChanged) return
        const target =
          document.querySelector<HTMLElement>('[data-page-title]') ?? document.getElementById('main')
        target?.focus({ preventScroll: true })
      }),
    [router],
  )
}
