import { Title } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import PageLinks from '../../ui/page-links.tsx'
import { PlainPage } from '../../ui/pages/plain-page.tsx'
import classes from './info.module.css'
import { type InfoPath, type InfoText, infoTexts } from './info-texts.ts'

/** Shows help, contact, terms or privacy, by the path. */
export function InfoScreen() {
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/\/$/, '') }) as InfoPath
  const { title, sections }: InfoText = infoTexts[path]
  return (
    <PlainPage
      title={title}
      column={classes.main}
      footer={
        <footer className={classes.footer}>
          <PageLinks />
        </footer>
      }
    >
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
    </PlainPage>
  )
}
