import { Link } from '@tanstack/react-router'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Brand } from '../../ui/mark.tsx'
import PageLinks from '../../ui/page-links.tsx'
import { useThemeToggle } from '../../ui/theme/use-theme-toggle.ts'
import classes from './landing.module.css'

/** Where the buttons lead (L-03). */
export const signUpSearch = { tab: 'signup' } as const

export function LandingHeader() {
  return (
    <header className={classes.header}>
      <div className={classes.wide}>
        <Brand to="/" isLarge />
        <nav aria-label="Main">
          <a href="#features" data-wide>
            Features
          </a>
          <a href="#how" data-wide>
            How it works
          </a>
          <a href="#pricing" data-wide>
            Pricing
          </a>
          <Link to="/auth">Sign In</Link>
          <ButtonLink variant="filled" to="/auth" search={signUpSearch}>
            Get Started
          </ButtonLink>
        </nav>
      </div>
    </header>
  )
}

export function LandingFooter() {
  const { label, isDark, toggle } = useThemeToggle()
  return (
    <footer className={classes.footer}>
      <div className={classes.wide}>
        <Brand to="/" />
        <nav aria-label="Footer">
          <a href="#features">Features</a>
          <a href="#pricing">Pricing</a>
          <Link to="/auth">Sign In</Link>
          <button type="button" onClick={toggle} aria-label={label}>
            {isDark ? 'Light theme' : 'Dark theme'}
          </button>
        </nav>
        <PageLinks />
      </div>
    </footer>
  )
}
