import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useHydrated } from '@tanstack/react-router'
import classes from './sidebar.module.css'
import { WithTooltip } from './with-tooltip.tsx'

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

export function ThemeToggle({ isCollapsed }: { isCollapsed: boolean }) {
  const { label, isDark, toggle } = useThemeToggle()
  const Icon = isDark ? IconSun : IconMoon
  return (
    <WithTooltip label={label} isShown={isCollapsed}>
      <button type="button" className={classes.entry} onClick={toggle} aria-label={label}>
        <Icon size={18} stroke={1.75} aria-hidden />
        {!isCollapsed && <span>{isDark ? 'Light theme' : 'Dark theme'}</span>}
      </button>
    </WithTooltip>
  )
}
