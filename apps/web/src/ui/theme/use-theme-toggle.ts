import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useHydrated } from '@tanstack/react-router'

export function useThemeToggle(): { label: string; isDark: boolean; toggle: () => void } {
  const { setColorScheme } = useMantineColorScheme()
  // The server that rendered the page did not know the scheme.
  const isHydrated = useHydrated()
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const isDark = isHydrated && scheme === 'dark'
  return {
    label: isDark ? 'Switch to light theme' : 'Switch to dark theme',
    isDark,
    toggle: () => setColorScheme(isDark ? 'light' : 'dark'),
  }
}
