import { IconMoon, IconSun } from '@tabler/icons-react'
import { useThemeToggle } from '../../ui/theme/use-theme-toggle.ts'
import classes from './sidebar.module.css'
import { WithTooltip } from './with-tooltip.tsx'

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
