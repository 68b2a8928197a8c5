import { Button, CopyButton, Group } from '@mantine/core'
import { saveFile } from '../../ui/browser/save-file.ts'
import classes from '../../ui/settings/settings.module.css'

/** Shows the backup codes, this one time. */
export function BackupCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = `${codes.join('\n')}\n`
  return (
    <div className={classes.dialog}>
      <p>
        Keep these backup codes where you can find them without your phone. Each works once in place of a code
        from the app. <b>They are not shown again.</b>
      </p>
      <ul className={classes.codes} aria-label="Backup codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Group justify="flex-end" gap={8}>
        <CopyButton value={text}>
          {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy'}</Button>}
        </CopyButton>
        <Button
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'stockcast-backup-codes.txt')}
        >
          Save as a file
        </Button>
        <Button variant="filled" onClick={onDone} data-autofocus>
          I have kept them
        </Button>
      </Group>
    </div>
  )
}
