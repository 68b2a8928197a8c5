import { Button, Group, Modal } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import type { LineEdits } from './lines/use-line-edits.ts'

/** Asks before unsaved products of an order are left, by a link as by closing the tab. */
export function LeaveQuestion({ number, edits }: { number: string; edits: LineEdits }) {
  const leaving = useBlocker({
    shouldBlockFn: () => true,
    enableBeforeUnload: true,
    disabled: !edits.isDirty,
    withResolver: true,
  })
  const saveAndLeave = async () => {
    if (await edits.save()) leaving.proceed?.()
    else leaving.reset?.()
  }
  return (
    <Modal
      opened={leaving.status === 'blocked'}
      onClose={() => leaving.reset?.()}
      title={`Save the changes of ${number}?`}
    >
      <Group justify="flex-end" gap={8}>
        <Button onClick={() => leaving.reset?.()}>Stay here</Button>
        <Button onClick={() => leaving.proceed?.()}>Leave without saving</Button>
        <Button variant="filled" loading={edits.isSaving} onClick={() => void saveAndLeave()}>
          Save and leave
        </Button>
      </Group>
    </Modal>
  )
}
