import type { Tx } from '../../database/app-database.ts'
import type { LinkActions } from './deliveries/prepare.ts'

/** What delivery needs from other modules; it is passed where the modules are connected. */
export interface DeliveryPorts {
  /** Returns the links with which a message lets the merchant act on an alert. */
  linkActions: LinkActions
  /** Returns whether the merchant's trial or plan has ended, so that nothing is sent to them. */
  isReadOnly(tx: Tx, merchantId: number, now: Date): Promise<boolean>
}
