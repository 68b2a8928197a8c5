import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './billing.module.css'

/** Lays out one step of the dialog, under its title. */
export function StepFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <div className={classes.dialogHead}>
        <Modal.Title className={classes.dialogTitle}>{title}</Modal.Title>
        <Modal.CloseButton aria-label="Close" />
      </div>
      <Modal.Body p={28} pt={0} className={classes.dialogBody}>
        {children}
      </Modal.Body>
    </>
  )
}
