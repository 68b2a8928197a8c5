import { MantineProvider, TextInput } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { FormModal } from './form-modal.tsx'

function open() {
  const onClose = vi.fn()
  render(
    <MantineProvider env="test">
      <FormModal opened onClose={onClose} title="Add supplier">
        <TextInput label="Name" />
      </FormModal>
    </MantineProvider>,
  )
  return { onClose, user: userEvent.setup(), field: screen.getByLabelText('Name') }
}

describe('Escape in a dialog with a form', () => {
  it('closes it while nothing was typed', async () => {
    const { onClose, user } = open()
    await user.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('asks before it discards typed values', async () => {
    const { onClose, user, field } = open()
    await user.type(field, 'Acme')
    await user.keyboard('{Escape}')
    expect(onClose).not.toHaveBeenCalled()
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(field).toHaveProperty('value', 'Acme')
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('twice keeps it open', async () => {
    const { onClose, user, field } = open()
    await user.type(field, 'Acme')
    await user.keyboard('{Escape}')
    await screen.findByRole('button', { name: 'Keep editing' })
    await user.keyboard('{Escape}')
    expect(onClose).not.toHaveBeenCalled()
    expect(field).toHaveProperty('value', 'Acme')
  })
})
