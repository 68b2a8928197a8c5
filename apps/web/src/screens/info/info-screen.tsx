import { Title } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { Brand } from '../../ui/mark.tsx'
import { PageLinks } from '../../ui/page-links.tsx'
import classes from './info.module.css'
import { type InfoPath, type InfoText, infoTexts } from './info-texts.ts'

/** Shows help, contact, terms or privacy, by the path. */
export function InfoScreen() {
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/\/$/, '') }) as InfoPath
  const { title, sections }: InfoText = infoTexts[path]
  return (
    <div className={classes.page}>
      <title>{`${title} · Stockcast`}</title>
      <header className={classes.header}>
        <Brand to="/" />
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        <Title order={1} tabIndex={-1} data-page-title>
          {title}
        </Title>
        {sections.map(({ heading, paragraphs }) => (
          <section key={heading}>
            <Title order={2}>{heading}</Title>
            {paragraphs.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </section>
        ))}
      </main>
      <footer className={classes.footer}>
        <PageLinks />
      </footer>
    </div>
  )
}
