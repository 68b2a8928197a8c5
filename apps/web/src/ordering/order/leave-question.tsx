import { Button, Group, Modal } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'

interface LeaveQuestionProps {
  isDirty: boolean
  isSaving: boolean
  /** Resolves to whether it was saved. */
  onSave: () => Promise<boolean>
}

/** Asks before what was typed is left unsaved, by a link or by closing the tab. */
export function LeaveQuestion({ isDirty, isSaving, onSave }: LeaveQuestionProps) {
  const leaving = useBlocker({
    shouldBlockFn: () => true,
    enableBeforeUnload: true,
    disabled: !isDirty,
    withResolver: true,
  })
  const saveAndLeave = async () => {
    if (await onSave()) leaving.proceed?.()
    else leaving.reset?.()
  }
  return (
    <Modal
      opened={leaving.status === 'blocked'}
      onClose={() => leaving.reset?.()}
      title="Save before you leave?"
    >
      <Group justify="flex-end" gap={8}>
        <Button onClick={() => leaving.reset?.()}>Stay here</Button>
        <Button onClick={() => leaving.proceed?.()}>Leave without saving</Button>
        <Button variant="filled" loading={isSaving} onClick={() => void saveAndLeave()}>
          Save and leave
        </Button>
      </Group>
    </Modal>
  )
}
