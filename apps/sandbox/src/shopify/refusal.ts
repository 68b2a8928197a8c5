/** A change that the shop's state does not allow; the message says why, for people. */
export class ChangeRefusal extends Error {}
