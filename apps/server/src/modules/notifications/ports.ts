import type { Tx } from '../../database/app-database.ts'
import type { LinkActs } from './deliveries/prepare.ts'

/** What delivery asks of other modules; it is passed where the modules are put together. */
export interface DeliveryPorts {
  /** Returns the links with which an alert is dealt with from within a message. */
  linkActs: LinkActs
  /** Returns whether the merchant's trial or plan has ended: nothing is sent to them. */
  isReadOnly(tx: Tx, merchantId: number, now: Date): Promise<boolean>
}
