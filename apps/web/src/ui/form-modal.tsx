import { Button, Group, Modal, type ModalProps } from '@mantine/core'
import { type MouseEvent, useState } from 'react'

/** Shows a form in a dialog. Escape, and a press beside it, ask before they throw away what was typed. */
export function FormModal({ opened, onClose, children, ...modal }: ModalProps) {
  const [isTyped, setTyped] = useState(false)
  const [isAsked, setAsked] = useState(false)
  if (!opened && (isTyped || isAsked)) {
    setTyped(false)
    setAsked(false)
  }
  const noteChoice = ({ target }: MouseEvent) => {
    if ((target as Element).closest('[role="option"]')) setTyped(true)
  }
  return (
    <>
      <Modal
        {...modal}
        opened={opened}
        closeOnEscape={!isAsked}
        trapFocus={!isAsked}
        onClose={() => (isTyped ? setAsked(true) : onClose())}
        onInput={() => setTyped(true)}
        onClick={noteChoice}
      >
        {children}
      </Modal>
      {/* Mounted when asked: a mounted one would take the same Escape, and close again. */}
      {opened && isAsked && (
        <Modal opened onClose={() => setAsked(false)} title="Discard what you typed?" size="sm" zIndex={201}>
          <Group justify="flex-end" gap={8}>
            <Button onClick={onClose}>Discard</Button>
            <Button variant="filled" data-autofocus onClick={() => setAsked(false)}>
              Keep editing
            </Button>
          </Group>
        </Modal>
      )}
    </>
  )
}
